/** Converts between the protocol's positions and Monaco's. Both count from 1, in UTF-16 units. */
import type { Edit, Range } from "../protocol/protocol.gen.js";
import { monaco } from "./monaco.js";

/** The URI scheme of the program's files; the result has a separate one. */
export const SCHEME = "pantograph";
/** The scheme of the address of the result. */
export const RESULT_SCHEME = "pantograph-result";

/** Returns the address of a file's model in Monaco. */
export function uriOf(file: string): monaco.Uri {
  return monaco.Uri.from({ scheme: SCHEME, path: `/${file}` });
}

/** Returns the name of the file that has this address. */
export function fileOf(uri: monaco.Uri): string {
  return uri.path.slice(1);
}

/** Converts a range to Monaco's. */
export function toMonaco(range: Range): monaco.IRange {
  return { startLineNumber: range.line, startColumn: range.column, endLineNumber: range.endLine,
    endColumn: range.endColumn };
}

/** Converts a position of Monaco's to an empty range of a file. */
export function fromPosition(file: string, { lineNumber, column }: monaco.IPosition): Range {
  return { file, line: lineNumber, column, endLine: lineNumber, endColumn: column };
}

/** Converts edits to Monaco's. */
export function toWorkspaceEdit(edits: readonly Edit[]): monaco.languages.WorkspaceEdit {
  return {
    edits: edits.map(({ range, text }) => ({
      resource: uriOf(range.file), versionId: undefined, textEdit: { range: toMonaco(range), text },
    })),
  };
}
