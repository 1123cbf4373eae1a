/**
 * A mailbox in memory that the page shares with the worker. A message from the worker waits for a task of the page,
 * and the frame that draws a letter may be next: then the letter's result would wait for the following frame.
 * With the mailbox, that frame can take the reply. Browsers allow shared memory only in isolated pages
 * (Cross-Origin-Embedder-Policy); elsewhere, replies are only sent as messages.
 */

/** A reply of the engine. `took` is in milliseconds, `memory` in bytes. */
export interface ReplyMessage {
  readonly type: "reply";
  readonly id: number;
  readonly reply: string;
  readonly took: number;
  readonly memory: number;
}

/** The size in bytes of the largest reply that is put into the mailbox. Replies to keys are far smaller. */
const CAPACITY = 64 << 10;
/** The memory starts with the call's id and the length of the reply, as 32-bit integers, and two numbers. */
const HEADER = 24, ID = 0, LENGTH = 1, TOOK = 1, MEMORY = 2;

/** Both ends of a mailbox, which holds the last reply. */
export class Mailbox {
  private readonly integers: Int32Array;
  private readonly numbers: Float64Array;
  private readonly content: Uint8Array;

  constructor(readonly memory: SharedArrayBuffer) {
    this.integers = new Int32Array(memory, 0, 2);
    this.numbers = new Float64Array(memory, 0, 3);
    this.content = new Uint8Array(memory, HEADER);
  }

  /** Returns a new mailbox, or null where memory cannot be shared. */
  static create(): Mailbox | null {
    return globalThis.crossOriginIsolated ? new Mailbox(new SharedArrayBuffer(HEADER + CAPACITY)) : null;
  }

  /** Puts a reply in, unless it is too large. */
  put({ id, reply, took, memory }: ReplyMessage): void {
    if (reply.length > CAPACITY) return;
    const bytes = new TextEncoder().encode(reply);
    if (bytes.length > CAPACITY) return;
    Atomics.store(this.integers, ID, 0); // the page must not read half of a reply
    this.content.set(bytes);
    this.numbers[TOOK] = took;
    this.numbers[MEMORY] = memory;
    this.integers[LENGTH] = bytes.length;
    Atomics.store(this.integers, ID, id);
  }

  /** Returns the reply to a call, or null if it is not here. */
  take(id: number): ReplyMessage | null {
    if (Atomics.load(this.integers, ID) !== id) return null;
    const bytes = this.content.slice(0, this.integers[LENGTH]); // a decoder does not accept shared memory
    return { type: "reply", id, reply: new TextDecoder().decode(bytes), took: this.numbers[TOOK]!,
      memory: this.numbers[MEMORY]! };
  }
}
