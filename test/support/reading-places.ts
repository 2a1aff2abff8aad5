import { uploadWorkbook } from '#domain/assessment/contract.ts'
import { importFramework } from '#domain/assessment/framework/contract.ts'
import { documentSheets } from '#domain/document/contract.ts'
import { importProviders, previewEntities, previewProviders } from '#domain/invitation/contract.ts'
import { previewChain } from '#domain/participant/chain/contract.ts'
import { previewRegister } from '#domain/supervision/register/contract.ts'
import { feedbackHeadings } from '#domain/supervision/register/feedback/contract.ts'
import { previewUses } from '#domain/supervision/use/contract.ts'
import { ok } from '#test/support/answers.ts'
import { begin, publishedFramework } from '#test/support/assessments.ts'
import type { Bomb } from '#test/support/bombs.ts'
import { documentsOf, freshRequest, ownDocumentation, upload } from '#test/support/documents.ts'
import type { Answer, Caller } from '#test/support/portal.ts'

export const POLICY = 'Póliza de responsabilidad civil'

/** Every place that reads a spreadsheet of a user, with a call that gives it one. */
export async function readingPlaces(all: Record<'cci' | 'provider' | 'evaluator' | 'bank' | 'draft', Caller>) {
  const { cci, provider, evaluator, bank, draft } = all
  const documentation = (await ownDocumentation(draft)).id
  await publishedFramework(cci)
  const request = await freshRequest(cci, provider, evaluator)
  const assessment = (await ok(begin(evaluator, request))).id as string
  const files = ({ name, content }: Bomb) => ({ file: { name, content } })
  const edition = { name: 'Marco', edition: '1', preview: true }
  const put = (bomb: Bomb) => upload(draft, documentation, POLICY, bomb)
  const places: Record<string, (bomb: Bomb) => Promise<Answer>> = {
    // Its checks run after the upload.
    'POST /documents': put,
    'GET /documents/{id}/sheets': async bomb => {
      await ok(put(bomb))
      const { id } = (await documentsOf(draft, documentation))[POLICY]!
      return draft.call(documentSheets, { params: { id: id! } })
    },
    'POST /register/preview': bomb => bank.call(previewRegister, { body: {}, files: files(bomb) }),
    'POST /register/feedback/headings': bomb => bank.call(feedbackHeadings, { body: {}, files: files(bomb) }),
    'POST /service-uses/preview': bomb => bank.call(previewUses, { body: {}, files: files(bomb) }),
    'POST /subcontracts/preview': bomb => provider.call(previewChain, { body: {}, files: files(bomb) }),
    'POST /invitations-entity/preview': bomb => cci.call(previewEntities, { body: {}, files: files(bomb) }),
    'POST /invitations/preview': bomb => cci.call(previewProviders, { body: {}, files: files(bomb) }),
    'POST /invitations, of providers': bomb =>
      cci.call(importProviders, { query: { type: 'PROVIDER' }, body: {}, files: files(bomb) }),
    'POST /control-frameworks/import': bomb => cci.call(importFramework, { body: edition, files: files(bomb) }),
    'PUT /assessments/{id}/workbook': bomb =>
      evaluator.call(uploadWorkbook, { params: { id: assessment }, body: {}, files: files(bomb) }),
  }
  return places
}
