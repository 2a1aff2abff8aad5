/** Stores a PDF of the given size in MB in the given folder, reads it back, and prints the peak memory in MB. */
import { Readable } from 'node:stream'
import { folderStore } from '#server/platform/files/local/folder-store.ts'
import { PDF_HEAD, PDF_TAIL } from '#test/support/pdf.ts'

const [folder = '', megabytes = '1'] = process.argv.slice(2)
const MB = 1024 * 1024
const piece = Buffer.alloc(MB, 0x20)
const content = Readable.from(
  (function* () {
    yield Buffer.from(PDF_HEAD)
    for (let i = 0; i < Number(megabytes); i++) yield piece
    yield Buffer.from(PDF_TAIL)
  })(),
)
const store = await folderStore(folder)
const file = await store.receive(content, 'large.pdf', 1000 * MB)
await file.keep()
for await (const _chunk of await store.open(file.sha256, file.size));
console.log(process.resourceUsage().maxRSS / 1024)
