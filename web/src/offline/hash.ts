/** The hash by which files are told apart: SHA-256, in hexadecimal digits, as manifest.json has it. */
export async function hashOf(response: Response): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
