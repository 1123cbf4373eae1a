/** States and snapshots for tests. */
import { FakeEngine } from "../fake/engine.js";
import type { Layout, Reply, Snapshot } from "../../src/protocol/protocol.gen.js";
import { initialState } from "../../src/app/start.js";
import type { Document, Event, State } from "../../src/app/state.js";
import { update } from "../../src/app/update.js";

export const PROGRAM = `config:
  domain:
    default: example.org
resources:
  site:
    type: aws:s3:Bucket
    bucket: \${domain}
outputs:
  url: \${site.endpoint}
`;

/** Returns the fake engine's snapshot of a text. */
export function snapshotOf(text: string, revision = 0): Snapshot {
  const request = { op: "evaluate", evaluate: { revision, dialect: "", files: [{ name: "Pulumi.yaml", text }], view: "",
    reveal: false } };
  const reply = JSON.parse(new FakeEngine().call(JSON.stringify(request))) as Extract<Reply, { evaluate: Snapshot }>;
  return reply.evaluate;
}

const LAYOUT: Layout = { width: 0, height: 0, direction: "right", total: 0, nodes: [], edges: [], dots: [] };

/** Returns the state after opening an example. */
export function opened(text = PROGRAM, unfinishedKey = ""): State {
  return initialState({
    first: { dialect: "pulumi", name: "site", title: "Site", prose: "", files: [{ name: "Pulumi.yaml", text }],
      snapshot: snapshotOf(text), layout: LAYOUT },
    draft: null, theme: "system", isNarrow: false, unfinishedKey,
  });
}

export function after(state: State, ...events: readonly Event[]): State {
  return events.reduce(update, state);
}

/** Returns the state after a text was typed and evaluated. */
export function typed(state: State, text: string): State {
  const edited = update(state, { type: "text-edited", file: "Pulumi.yaml", text });
  return update(edited, { type: "evaluated", snapshot: snapshotOf(text, edited.revision), milliseconds: 1 });
}

export function documentOf(text: string): Document {
  return { dialect: "", files: [{ name: "main.yaml", text }], example: null };
}
