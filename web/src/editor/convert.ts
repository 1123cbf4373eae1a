/** Converts between the protocol's positions and Monaco's. Both count from 1, in UTF-16 code units. */
import type { Edit, Range } from "../protocol/protocol.gen.js";
import { monaco } from "./monaco.js";

/** The URI scheme of the models of the program's files. */
export const SCHEME = "pantograph";
/** The URI scheme of the result's model. */
export const RESULT_SCHEME = "pantograph-result";

/** Returns the URI of a file's model. */
export function uriOf(file: string): monaco.Uri {
  return monaco.Uri.from({ scheme: SCHEME, path: `/${file}` });
}

/** Returns the name of the file whose model has this URI. */
export function fileOf(uri: monaco.Uri): string {
  return uri.path.slice(1);
}

/** Converts a range to Monaco's type, without the file. */
export function toMonaco(range: Range): monaco.IRange {
  return { startLineNumber: range.line, startColumn: range.column, endLineNumber: range.endLine,
    endColumn: range.endColumn };
}

/** Converts a Monaco position to an empty range in a file. */
export function fromPosition(file: string, { lineNumber, column }: monaco.IPosition): Range {
  return { file, line: lineNumber, column, endLine: lineNumber, endColumn: column };
}

/** Converts edits, which may be in several files, to a Monaco workspace edit. */
export function toWorkspaceEdit(edits: readonly Edit[]): monaco.languages.WorkspaceEdit {
  return {
    edits: edits.map(({ range, text }) => ({
      resource: uriOf(range.file), versionId: undefined, textEdit: { range: toMonaco(range), text },
    })),
  };
}
