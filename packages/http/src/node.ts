/** Puts a server on Node's HTTP server; needs the package `ws`. */

export { type NodeHandlers, nodeHandlers } from "./server/node-handlers.ts"
