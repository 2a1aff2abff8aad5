import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { documentContent } from '#domain/document/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { tellDamage } from '#server/operation/files/damage.ts'
import { scrub } from '#server/platform/files/scrub.ts'
import { documentsOf, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { age, flipBit, lose, pathOf } from '#test/support/stored-files.ts'

/** How long reports under way may take, in ms. */
const PATIENCE = 10_000
/** One file in ten is deleted instead of damaged. */
const LOST = 10

export const corruption: TrustPromise = {
  id: 'R8',
  text: 'A stored file with one flipped bit, or a lost one, is never delivered, is found by the scrub, and CCI is told; what lies there without a row is listed.',
  trials: 100,
  tx: 'files',
  run: async ({ trials, seed }) => {
    const failures: string[] = []
    const next = random(seed)
    const world = await startTestPortal()
    try {
      const { app } = world
      const owner = await world.signIn('borrador@almotacen.example')
      const cci = await world.signIn('cci@almotacen.example')
      const validation = await ownDocumentation(owner)
      const name = Object.keys(await documentsOf(owner, validation.id))[0]!
      const whole = await scrub(app)
      if (!whole || whole.corrupt.length + whole.missing.length + whole.orphans.length > 0) {
        failures.push(`a healthy store is reported: ${JSON.stringify(whole)}`)
      }
      const harmed: string[] = []
      for (let trial = 0; trial < trials; trial++) {
        const content = `${pdf(`${seed} ${trial}`).content}${' '.repeat(next(200_000))}`
        const { body } = await upload(owner, validation.id, name, pdf(`${trial}`, `${trial}.pdf`))
        const replaced = await upload(owner, validation.id, name, { name: `${trial}.pdf`, content })
        const { id } = replaced.body as { id: string }
        if (!(body as { id?: string })?.id) failures.push(`trial ${trial}: not uploaded`)
        const { sha256 } = await app.db
          .selectFrom('document_version')
          .select('sha256')
          .where('document_id', '=', id)
          .where('is_current', '=', true)
          .executeTakeFirstOrThrow()
        harmed.push(sha256)
        if (trial % LOST === LOST - 1) await lose(app, sha256)
        else await flipBit(app, sha256, next(8_000_000))
        const answer = await owner.call(documentContent, { params: { id } }).catch(() => null)
        if (answer?.status === 200) failures.push(`seed ${seed} file ${trial}: a harmed file was delivered whole`)
      }
      const stray = pathOf(app, 'f'.repeat(64))
      await mkdir(dirname(stray), { recursive: true })
      await writeFile(stray, 'nobody’s')
      await age(stray)
      const report = (await scrub(app))!
      const found = new Set([...report.corrupt, ...report.missing])
      for (const [trial, sha256] of harmed.entries()) {
        if (!found.has(sha256)) failures.push(`seed ${seed} file ${trial}: the scrub does not report it`)
      }
      if (found.size !== harmed.length) failures.push(`${found.size - harmed.length} healthy files reported`)
      if (report.orphans.join() !== 'f'.repeat(64)) failures.push(`orphans: ${report.orphans}`)
      const untold = () => app.db.selectFrom('file_damage').select('name').where('told_at', 'is', null)
      // A reader's report may hold the lock: the scrub then leaves the rest to it.
      const end = performance.now() + PATIENCE
      while ((await untold().where('kind', '<>', 'orphan').execute()).length > 0) {
        if (performance.now() > end) {
          failures.push('CCI is not notified of all of them')
          break
        }
        await tellDamage(app)
      }
      const { body } = await cci.call(listNotifications, { query: { size: 1 } })
      if (body.content[0]?.type !== 'FILE_DAMAGED') failures.push('CCI reads no notice')
    } finally {
      await world.stop()
    }
    return { trials, failures }
  },
}
