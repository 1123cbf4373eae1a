/** Names that files of a document may have: the same rule as scripts/internal/link. */

export const MAX_FILES = 64;
const MAX_NAME = 200;

/** Whether a name is a relative path with slashes that stays inside. */
export function isPath(name: string): boolean {
  return name !== "" && name.length <= MAX_NAME && !/[\\\u0000-\u001f]/.test(name) &&
    name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
