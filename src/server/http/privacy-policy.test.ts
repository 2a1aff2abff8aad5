import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '#domain/identity/session/contract.ts'
import { checkPrivacyPolicy } from '#server/http/privacy-policy.ts'
import { ok } from '#test/support/answers.ts'
import { startTestPortal } from '#test/support/portal.ts'

const demo = join(import.meta.dirname, '../../web/app/public/privacyPolicy.pdf')
const own = join(import.meta.dirname, '../../../test/fixtures/earlier-release-files/escritura-constitucion.pdf')
let folder: string
let noPdf: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-policy-'))
  noPdf = join(folder, 'politica.pdf')
  await writeFile(noPdf, 'Política de privacidad')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('production needs the policy of its operator; the demo has one', () => {
  const check =
    (privacyPolicy: string | null, production: boolean, englishPolicy: string | null = null) =>
    () =>
      checkPrivacyPolicy({ privacyPolicy, englishPolicy, production })
  expect(check(null, true)).toThrow('PRIVACY_POLICY is required in production')
  expect(check(demo, true)).toThrow('is the text of the demo')
  expect(check(noPdf, true)).toThrow('is not a PDF')
  expect(check(own, true)).not.toThrow()
  expect(check(null, false)).not.toThrow()
  expect(check(noPdf, false)).toThrow('is not a PDF')
  expect(check(own, true, demo)).not.toThrow()
  expect(check(own, true, noPdf)).toThrow('PRIVACY_POLICY_ENGLISH')
})

test('the policy of the operator is served where that of the demo was', async () => {
  const served = async (environment: Record<string, string>) => {
    const portal = await startTestPortal({ seed: 'none', withWeb: true, environment })
    const answer = await fetch(`${portal.url}/privacyPolicy.pdf`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    await portal.stop()
    return { type: answer.headers.get('content-type'), bytes }
  }
  expect(await served({ PRIVACY_POLICY: own })).toEqual({ type: 'application/pdf', bytes: await readFile(own) })
  expect((await served({})).bytes).toEqual(await readFile(demo))
})

test('EASE-19: its English text is served beside it, and the screens know whether there is one', async () => {
  const told = async (environment: Record<string, string>) => {
    const portal = await startTestPortal({ seed: 'none', withWeb: true, environment })
    const answer = await fetch(`${portal.url}/privacyPolicy.en.pdf`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { englishPolicy } = await ok(portal.anonymous.call(readSettings))
    await portal.stop()
    return { status: answer.status, bytes, englishPolicy }
  }
  expect(await told({ PRIVACY_POLICY_ENGLISH: own })).toEqual({
    status: 200,
    bytes: await readFile(own),
    englishPolicy: true,
  })
  expect(await told({})).toMatchObject({ status: 404, englishPolicy: false })
})
