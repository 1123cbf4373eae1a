/** Converts between the protocol's positions and Monaco's. Both count from 1, in UTF-16 units. */
import type { Edit, Range } from "../protocol/protocol.gen.js";
import { monaco } from "./monaco.js";

/** The URI scheme of the program's files; the result has a separate one. */
export const SCHEME = "pantograph";
export const RESULT_SCHEME = "pantograph-result";

export function uriOf(file: string): monaco.Uri {
  return monaco.Uri.from({ scheme: SCHEME, path: `/${file}` });
}

export function fileOf(uri: monaco.Uri): string {
  return uri.path.slice(1);
}

export function toMonaco(range: Range): monaco.IRange {
  return { startLineNumber: range.line, startColumn: range.column, endLineNumber: range.endLine,
    endColumn: range.endColumn };
}

export function fromPosition(file: string, { lineNumber, column }: monaco.IPosition): Range {
  return { file, line: lineNumber, column, endLine: lineNumber, endColumn: column };
}

export function toWorkspaceEdit(edits: readonly Edit[]): monaco.languages.WorkspaceEdit {
  return {
    edits: edits.map(({ range, text }) => ({
      resource: uriOf(range.file), versionId: undefined, textEdit: { range: toMonaco(range), text },
    })),
  };
}
