/** Returns the SHA-256 hash of a response's body in hexadecimal, as in manifest.json. */
export async function hashOf(response: Response): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
