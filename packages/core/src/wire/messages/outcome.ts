/** How a call was settled: by a result, or by one of our failures. */
import type { RxacpFailure } from "../../failures.ts"

/** The result as it came, not validated yet, or why there is none. */
export type Outcome = { readonly result: unknown } | { readonly failure: RxacpFailure }
