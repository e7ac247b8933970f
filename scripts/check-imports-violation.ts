// The input of an import rule, and its message if it is broken.
import type { Place, Target } from './check-imports-places.ts';

export type Violation = { rule: string; advice: string };

export type Import = { specifier: string; from: Place; to: Target; domains: readonly string[] };
export type Rule = (edge: Import) => Violation | undefined;
