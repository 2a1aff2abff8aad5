import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { draftOf, keysOf } from '#assurance/trust/work.ts'
import { pdfBombs, spreadsheetBombs } from '#test/support/bombs.ts'
import { sheet } from '#test/support/documents.ts'
import { pdfOfSize } from '#test/support/pdf.ts'
import { startProcess } from '#test/support/process.ts'
import { pagesOf } from '#test/support/raw-pdf.ts'

const UPLOADS = 1000
const TOLD_EVERY = 100
/** How much more memory the portal may take after the uploads than after the first of them, in MiB. */
const GROWTH_MB = 100
/** Readers end when they are idle for 10 s. */
const REST_MS = 15_000
const MIB = 1024 * 1024

/** Files in turn: short and long, plain and hostile; no two with the same bytes. */
function fileOf(n: number): { name: string; content: Uint8Array } {
  const mark = `% ${n} ${Math.random()}\n`
  const pdf = (content: Uint8Array) => ({ name: `a${n}.pdf`, content: Buffer.concat([content, Buffer.from(mark)]) })
  if (n % 50 === 49) return pdf(pdfBombs[0]!.content)
  if (n % 10 === 9) return spreadsheetBombs[0]!
  if (n % 10 === 5) return pdf(pdfOfSize(20 * MIB))
  return n % 2 === 0 ? sheet(`a${n}.xlsx`, mark) : pdf(pagesOf(...Array.from({ length: 20 }, () => `Página ${n}`)))
}

const memoryOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** Uploads one file after another to a portal, and prints its memory. @returns whether it rests where it began */
export async function reportUploads(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-measure-'))
  const portal = await startProcess(dataDir, { RATE_LIMITS: 'no', QUOTA_MB: '100000' })
  try {
    const keys = await keysOf(portal, 'borrador')
    const { validation: validationId, name: documentCatalogName } = await draftOf(portal, keys)
    const upload = async (n: number) => {
      const form = new FormData()
      form.set('document', JSON.stringify({ validationId, documentCatalogName }))
      const { name, content } = fileOf(n)
      form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
      const answer = await fetch(`${portal.url}/api/v1/documents`, { method: 'POST', headers: keys, body: form })
      if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    }
    const { pid = 0 } = portal.child
    const start = memoryOf(pid)
    const seen: number[] = []
    for (let n = 0; n < UPLOADS; n++) {
      if (n % TOLD_EVERY === 0) seen.push(memoryOf(pid))
      await upload(n)
      if (n === TOLD_EVERY / 5) seen.push(memoryOf(pid))
    }
    const peak = Math.max(...seen, memoryOf(pid))
    await sleep(REST_MS)
    const end = memoryOf(pid)
    console.log(
      `Memory of the portal: ${start} MiB at its start, at most ${peak} MiB during ${UPLOADS} uploads one after another, ${end} MiB after them`,
    )
    return end - start <= GROWTH_MB
  } finally {
    await portal.kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}
