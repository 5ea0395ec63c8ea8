// Writes one line of as many bytes as it is told, then a good one.
const total = Number(process.argv[2])
const part = Buffer.alloc(1024 * 1024, 0x61)
let left = total
const write = () => {
  while (left > 0) {
    const chunk = left < part.length ? part.subarray(0, left) : part
    left -= chunk.length
    if (!process.stdout.write(chunk)) return process.stdout.once("drain", write)
  }
  process.stdout.end('\n{"jsonrpc":"2.0","method":"_after"}\n')
}
write()
