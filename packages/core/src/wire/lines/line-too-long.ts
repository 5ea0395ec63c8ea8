/** The failure that a line over the limit stands for, where it is not taken as a value. */
import { LineTooLong } from "../../failures.ts"
import type { Oversize } from "./line.ts"

/** Says of a skipped line what is known of it. */
export const lineTooLong = ({ bytes, limit, seq, head, tail }: Oversize): LineTooLong =>
  new LineTooLong({ bytes, limit, seq, head, tail })
