/** Templates of a given length for each dialect, to measure the time from a keystroke to its result. */

/** A template, and where to type in it. */
export interface Sample {
  readonly dialect: string;
  readonly file: string;
  readonly text: string;
  /** Lines that end in a string: nothing uses the first one, every entry uses the second one. */
  readonly leaf: string;
  readonly shared: string;
}

/** A line that is an error in every dialect, like a half-typed one: its colon is missing. */
const INVALID_LINE = "some_number  42";

function repeated(lines: number, each: number, entry: (at: number) => readonly string[]): string[] {
  return Array.from({ length: Math.max(1, Math.floor(lines / each)) }, (_, at) => entry(at)).flat();
}

const SAMPLES: Readonly<Record<string, (lines: number) => Omit<Sample, "dialect">>> = {
  pulumi: (lines) => ({
    file: "Pulumi.yaml", leaf: "  alone: x", shared: "  typed: x",
    text: ["name: bench", "runtime: yaml", "config:", "  size: {type: integer, default: 3}", "variables:", "  alone: x",
      "  typed: x", "resources:",
      ...repeated(lines - 12, 11,
        (i) => [`  r${i}:`, "    type: aws:ec2:Instance", "    properties:", `      name: web-${i}-\${typed}`,
        `      before: ${i > 0 ? `\${r${i - 1}.id}` : "none"}`, "      tags: {team: core, cost: \"42\"}",
        "      ports:", "        - 80", "        - ${size}",
        "    options:", "      protect: false"]),
      "outputs:", "  first: ${r0.publicIp}", "  last: ${typed}"].join("\n"),
  }),
  hot: (lines) => ({
    file: "template.yaml", leaf: "  alone: {type: string, default: x", shared: "  typed: {type: string, default: x",
    text: ["heat_template_version: 2021-04-16", "parameters:", "  alone: {type: string, default: x}",
      "  typed: {type: string, default: x}", "resources:",
      ...repeated(lines - 8, 10,
        (i) => [`  r${i}:`, "    type: OS::Nova::Server", "    properties:", "      flavor: m1.small",
        "      image: debian",
        `      name: {str_replace: {template: web-$n-$t, params: {$n: ${i}, $t: {get_param: typed}}}}`,
        "      metadata:", "        team: core",
        `        before: ${i > 0 ? `{get_attr: [r${i - 1}, name]}` : "none"}`, "      networks: [{network: private}]"]),
      "outputs:", "  first: {value: {get_attr: [r0, first_address]}}",
      "  last: {value: {get_param: typed}}"].join("\n"),
  }),
  esc: (lines) => ({
    file: "env.yaml", leaf: "  alone: x", shared: "  typed: x",
    text: ["values:", "  alone: x", "  typed: x",
      ...repeated(lines - 4, 7,
        (i) => [`  r${i}:`, `    name: web-${i}-\${typed}`, `    before: ${i > 0 ? `\${r${i - 1}.name}` : "none"}`,
        "    tags: {team: core, cost: \"42\"}", "    joined: {fn::join: [\"-\", [\"${typed}\", b]]}", "    ports:",
        "      - 80"])].join("\n"),
  }),
  terraform: (lines) => ({
    file: "main.yaml", leaf: "alone: x", shared: "typed: &typed x",
    text: ["alone: x", "typed: &typed x",
      ...repeated(lines - 2, 6,
      (i) => [`r${i}:`, `  name: web-${i}`, "  typed: *typed", "  tags: {team: core, cost: \"42\"}", "  ports:",
      "    - 80"])].join("\n"),
  }),
  pullconf: (lines) => ({
    file: "clients.yaml", leaf: "  alone: x", shared: "  typed: x",
    text: ["type: client", "name: bench", `api_key: ${"0123456789abcdef".repeat(4)}`, "variables:", "  alone: x",
      "  typed: x", "resources:",
      ...repeated(lines - 8, 7,
        (i) => ["  - type: directory", "    parameters:", `      path: /srv/${i}/\${pullconf::typed}`,
        "      owner: root", "      group: root",
        "    # a comment", "    # another"])].join("\n"),
  }),
};

export const DIALECTS = Object.keys(SAMPLES);

/** Returns the template of a dialect with about `lines` lines; `isBroken` adds an invalid line. */
export function sample(dialect: string, lines: number, isBroken = false): Sample {
  const made = SAMPLES[dialect]!(lines);
  return { dialect, ...made, text: `${made.text}\n${isBroken ? `${INVALID_LINE}\n` : ""}` };
}
