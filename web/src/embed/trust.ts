/** The Trusted Types policy of embeds, and workers started with it. */
import type { WorkerLike } from "../evaluator/client.js";

interface Policy {
  createScriptURL(url: string): string;
  createHTML(markup: string): string;
}
interface PolicyFactory { createPolicy(name: string, rules: Policy): Policy }

const TAG = /<[a-z][^<>]*>/gi;

/**
 * The rules of the policy. All markup comes from Monaco; its style attributes become data attributes,
 * since a host's policy may forbid inline styles.
 */
const RULES: Policy = {
  createScriptURL: (own) => own,
  createHTML: (markup) => markup.replace(TAG, (tag) => tag.replace(/\sstyle="/g, ' data-style="')),
};

let created: Policy | null = null;

/** Returns the policy, creating it on first use. */
export function policy(): Policy {
  const factory = (window as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  return (created ??= factory?.createPolicy("pantograph", RULES) ?? RULES);
}

/**
 * Returns the source of a script that loads a script of another origin. A worker started from it
 * inherits the page's content security policy, but not its Trusted Types policies, so the script
 * creates the same one again.
 */
function starterOf(address: string): string {
  return `const url=${JSON.stringify(address)};
const policy=self.trustedTypes&&self.trustedTypes.createPolicy("pantograph",{createScriptURL:(own)=>own});
importScripts(policy?policy.createScriptURL(url):url);`;
}

/** Starts a worker. If its script is of another origin, a small script of this origin loads it. */
export function spawn(address: URL, name: string): WorkerLike & Worker {
  const url = address.origin === location.origin
    ? address.href
    : URL.createObjectURL(new Blob([starterOf(address.href)], { type: "text/javascript" }));
  return new Worker(policy().createScriptURL(url), { name });
}
