/** The version of the protocol that rxacp speaks. */

/** The version that rxacp speaks. */
export const protocolVersion = 1
