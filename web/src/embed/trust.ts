/** The single Trusted Types policy of embeds, and workers created with it. */
import type { WorkerLike } from "../evaluator/client.js";

interface Policy {
  createScriptURL(url: string): string;
  createHTML(markup: string): string;
}
interface PolicyFactory { createPolicy(name: string, rules: Policy): Policy }

const TAG = /<[a-z][^<>]*>/gi;

/**
 * The markup is Monaco's own. Its styles are set aside as data, for policies that forbid inline
 * styles.
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
 * Returns a script of this origin that runs one of another. A worker created from it inherits the
 * page's policy, Trusted Types included, but not its list of policies: it creates the same one
 * again.
 */
function starterOf(address: string): string {
  return `const url=${JSON.stringify(address)};
const policy=self.trustedTypes&&self.trustedTypes.createPolicy("pantograph",{createScriptURL:(own)=>own});
importScripts(policy?policy.createScriptURL(url):url);`;
}

/** Starts a worker; one of another origin starts from a small script of this one. */
export function spawn(address: URL, name: string): WorkerLike & Worker {
  const url = address.origin === location.origin
    ? address.href
    : URL.createObjectURL(new Blob([starterOf(address.href)], { type: "text/javascript" }));
  return new Worker(policy().createScriptURL(url), { name });
}
