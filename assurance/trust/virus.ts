import { randomBytes } from 'node:crypto'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { EICAR, realClamd } from '#test/support/clamd.ts'
import { documentsOf, ownDocumentation, pdf, read, upload } from '#test/support/documents.ts'
import { PDF_HEAD, PDF_TAIL } from '#test/support/pdf.ts'
import { startTestPortal } from '#test/support/portal.ts'

const NAME = 'Escritura de constitución'

/** One infected file per trial, each in another wrapping, and a clean one beside it. */
function wrapped(trial: number): { name: string; content: Uint8Array } {
  const before = randomBytes(trial * 37)
  const after = randomBytes(trial * 11)
  return {
    name: `informe-${trial}.pdf`,
    content: Buffer.concat([Buffer.from(PDF_HEAD), before, Buffer.from(EICAR), after, Buffer.from(PDF_TAIL)]),
  }
}

export const virusScan: TrustPromise = {
  id: 'S9',
  text: 'With the scanner on, a file with a virus is never stored nor given out, and nothing is while the scanner is down.',
  trials: 100,
  tx: 'uploads',
  run: async ({ trials }) => {
    const failures: string[] = []
    const clamd = await realClamd()
    const portal = await startTestPortal({ environment: { CLAMD: clamd.address } })
    try {
      const provider = await portal.signIn('proveedor@almotacen.example')
      const { id } = await ownDocumentation(provider)
      for (let trial = 1; trial <= trials; trial++) {
        const bad = await upload(provider, id, NAME, wrapped(trial))
        if (bad.problem.code !== 'fileInfected') failures.push(`infected ${trial}: ${bad.status}`)
        const good = await upload(provider, id, NAME, pdf(`limpio ${trial}`))
        if (good.status !== 201) failures.push(`clean ${trial}: ${good.status}`)
      }
      await clamd.stop()
      const { [NAME]: document } = await documentsOf(provider, id)
      const held = await upload(provider, id, NAME, pdf('sin escáner'))
      if (held.problem.code !== 'scannerDown') failures.push(`stored while down: ${held.status}`)
      await portal.app.db.deleteFrom('file_verdict').execute()
      const kept = await read(provider, document!.id!)
      if (kept.status !== 503) failures.push(`given out while down: ${kept.status}`)
    } finally {
      await portal.stop()
    }
    return { trials, failures, note: clamd.version }
  },
}
