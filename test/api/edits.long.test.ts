import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Conflict, conflictWire } from '#domain/conflict/conflict.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { changeDocument } from '#domain/document/contract.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { documentsOf, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import { edits } from '#test/support/edits.ts'
import { address as at } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'

let acting: Acting
let portal: TestPortal
beforeAll(async () => {
  acting = await startActing()
  portal = acting.portal
})
afterAll(() => portal.stop())

const inCci = ['Marta Olmedo Rivas', 'Andrés Cano Vega'] as const

describe('two people edit the same from the same version', () => {
  test.each(Object.keys(edits))(
    '%s: saves one, and refuses the other with the change, its author and time',
    async name => {
      const {
        edit,
        version,
        stands,
        words,
        callers = [acting.cci, acting.cci2],
        told = inCci,
        label,
        inTurn,
      } = await edits[name]!(acting)
      const begin = [() => edit(callers[0], version, 0), () => edit(callers[1], version, 1)] as const
      const [first, second] = inTurn
        ? [await begin[0](), await begin[1]()]
        : await Promise.all([begin[0](), begin[1]()])
      const statuses = [first.status, second.status]
      expect(
        statuses.filter(status => status < 300),
        JSON.stringify([first.problem, second.problem]),
      ).toHaveLength(1)
      const winner = first.status < 300 ? 0 : 1
      const lost = winner === 0 ? second : first
      expect([lost.status, lost.problem.code]).toEqual([409, 'changedMeanwhile'])
      expect(await stands()).toBe(words[winner])
      const conflict = conflictWire.parse(lost.problem.conflict) satisfies Conflict
      expect(conflict.changedAt).toBe(portal.clock.now())
      expect(conflict.changedBy).toBe(told[winner])
      expect(conflict.version).toBeGreaterThan(version)
      expect(conflict.differences.map(difference => difference.label)).toContain(label)
      // Based on the current version it succeeds.
      const again = await edit(callers[1 - winner]!, conflict.version, winner === 0 ? 1 : 0)
      // A published score is corrected, with a reason.
      if (name === 'score.publish') expect([again.status, again.problem.conflict]).toEqual([409, undefined])
      else {
        expect(again.status, JSON.stringify(again.problem)).toBeLessThan(300)
        expect(await stands()).toBe(words[1 - winner])
      }
    },
  )
})

/** The other writes, and what prevents lost updates in each. */
const others: Record<string, string> = {
  ...Object.fromEntries(
    ['participant.create', 'invitation.create', 'invitation.create-entity', 'invitation.import', 'user.create']
      .concat([
        'invitation.import-rows',
        'invitation.import-providers',
        'invitation.import-provider-rows',
        'invitation-request.make',
        'request.send',
        'request.send-batch',
        'request.send-renewal',
        'incident.raise',
        'validation.create',
        'notification.send',
        'session.sign-in',
        'framework.import',
        'assessment.begin',
        'finding.raise',
        'clarification.ask',
        'clarification.write',
        'clarification.take-file',
        'bulletin.publish',
        'reliance.begin',
        'api-key.make',
        'webhook.register',
        'webhook.ping',
        'register-member.add',
        'business-function.add',
        'arrangement.add',
        'arrangement-line.add',
        'register-package.make',
        'register.ask-provider',
      ])
      .map(name => [name, 'makes something new; what may be there once has a unique index']),
  ),
  ...Object.fromEntries(
    ['participant.delete', 'user.delete', 'service.delete', 'document.delete', 'request.delete']
      .concat(['request.delete-by-form', 'assessment.discard', 'reliance.discard', 'webhook.remove'])
      .concat(['register-member.remove', 'business-function.remove', 'arrangement.remove', 'arrangement-line.remove'])
      .map(name => [name, 'ends something, under its lock and by its state; there is nothing to write over']),
  ),
  ...Object.fromEntries(
    ['invitation.change', 'validation.change', 'user.confirm'].map(name => [
      name,
      'a move of a state machine, decided under the lock',
    ]),
  ),
  ...Object.fromEntries(
    ['document.upload', 'document.reupload', 'document.reuse', 'incident.attach', 'finding.attach'].map(name => [
      name,
      'adds a file; the one before stays in the history or in the trail',
    ]),
  ),
  ...Object.fromEntries(
    ['document.assign', 'clarification.assign'].map(name => [
      name,
      'says whose it is; a later call takes its place, and both are in the trail',
    ]),
  ),
  'invitation.preview': 'reads a sheet and changes nothing',
  'invitation.preview-providers': 'reads a sheet and changes nothing',
  'subcontract.declare': 'makes something new',
  'subcontract.preview': 'reads a sheet and changes nothing',
  'subcontract.import': 'sets what the sheet says, under the lock of its provider, as the preview showed',
  'chain.confirm': 'says that the chain is right today; a later one takes its place',
  'use.preview': 'reads a sheet and changes nothing',
  'use.declare': 'makes something new; what may be there once has a unique index',
  'use.import': 'sets what the sheet says, under the locks of its providers, as the preview showed',
  'certificate.hide': 'the own choice of one provider, set to what the call says',
  'register.preview': 'reads a workbook and changes nothing',
  'register-edition.preview': 'reads a file and changes nothing',
  'register-edition.load': 'names the load that it was compared with, which the lock finds in force or refuses',
  'register.change-many': 'takes the version of each thing that it changes, and refuses all of them for one',
  'register-feedback.headings': 'reads a sheet and changes nothing',
  'register-feedback.save': 'keeps what the file says of one package, under the lock of its bank',
  'register.import': 'sets what the workbook says, under the lock of its bank',
  'register.decide-change': 'names the change that it was decided from, which the lock finds again or refuses',
  'acceptance.make': 'makes something new; what may be there once has a unique index',
  'acceptance.revoke': 'a move of a state machine, decided under the lock',
  'api-key.revoke': 'a move of a state machine, decided under the lock',
  'webhook.renew-secret': 'adds a secret beside the one before, under the lock',
  'webhook.repeat': 'sends again what was sent, under the lock; there is nothing to write over',
  'outgoing-mail.resend': 'sends what has not arrived, under the lock; there is nothing to write over',
  'job.run': 'asks for a run; asking twice is asking once',
  'server.check': 'asks for checks; asking twice is asking once',
  'undo.last': 'refused when what it would restore has changed since, under the lock of the act',
  'notification.mark': 'the own mark of one user, set to what the call says',
  'notification.mark-all': 'the own marks of one user, set to what the call says',
  'session.choose-language': 'the own choice of one user, set to what the call says',
  'notification.set-mail-preferences': 'the own choices of one user, set to what the call says',
  'saved-view.save': 'makes something new; its name is there once by a unique index',
  'saved-view.change': 'the own name or place of one user, set to what the call says',
  'calendar.make-feed': 'the own address of one user; a new one takes the place of the former',
  'calendar.end-feed': 'ends something; there is nothing to write over',
  'saved-view.remove': 'ends something; there is nothing to write over',
  ...Object.fromEntries(
    ['session.close', 'session.end', 'session.end-others', 'session.end-of-user', 'session.end-all-of-user'].map(
      name => [name, 'ends a session, which stays ended'],
    ),
  ),
  ...Object.fromEntries(
    ['session.request-password', 'session.reset-password', 'session.second-factor', 'session.passkey-options']
      .concat(['session.sign-on', 'session.sign-on-answer'])
      .map(name => [name, 'a code or challenge that opens once']),
  ),
  ...Object.fromEntries(
    ['add-passkey', 'confirm-totp', 'passkey-options', 'remove-passkey', 'remove-of-user', 'remove-totp']
      .concat(['renew-codes', 'start-totp'])
      .map(name => [`second-factor.${name}`, 'adds or takes away a whole secret; none is edited']),
  ),
}

/** Moves of a state machine, decided under the lock, that take a version besides: what was in view has not changed. */
const moves = [
  'framework.change',
  'assessment.change',
  'reliance.sign',
  'independence.decide',
  'clarification.close',
  'score.review',
  'invitation-request.decide',
]

/** Whether a call takes a version, itself or in its only part. */
function takesVersion({ body }: Contract): boolean {
  const shape = (body as { shape?: Record<string, { shape?: object }> } | undefined)?.shape ?? {}
  return 'version' in shape || Object.values(shape).some(part => part.shape !== undefined && 'version' in part.shape)
}

test('BASE-04: every write takes the version that it was begun from, or is listed with what protects it', () => {
  const writes = contracts.filter(contract => contract.method !== 'GET')
  const versioned = writes.filter(takesVersion).map(contract => contract.name)
  expect([...Object.keys(edits), ...moves].sort()).toEqual(versioned.sort())
  const unversioned = writes.filter(contract => !takesVersion(contract)).map(contract => contract.name)
  expect(Object.keys(others).sort()).toEqual(unversioned.sort())
  for (const contract of writes.filter(takesVersion))
    expect(contract.refusals, contract.name).toContain('changedMeanwhile')
})

test('a stale edit without permission is refused like any other, and reveals nothing', async () => {
  const { provider, provider2 } = acting
  const lumbre = await portal.signIn(at('lumbre'))
  const key = provider2.me.userId
  const stale = { contactDetails: { position: 'Intruso' }, version: 0 }
  const [foreign, missing] = [
    await lumbre.call(patchUser, { params: { key }, body: stale }),
    await lumbre.call(patchUser, { params: { key: '0'.repeat(26) }, body: stale }),
  ]
  expect(foreign).toMatchObject({ status: 404 })
  expect(foreign.body).toEqual(missing.body)
  const mate = await provider2.call(patchUser, { params: { key: provider.me.userId }, body: stale })
  expect([mate.status, mate.problem.conflict]).toEqual([403, undefined])
  const params = { kind: 'provider' as const, id: provider.me.idGenericEntity }
  const profile = await lumbre.call(editParticipant, { params, body: { web: 'www.x.example', version: 0 } })
  expect(profile.problem.conflict).toBeUndefined()
})

test('a password is in no conflict, even when it comes with a stale edit', async () => {
  const { provider } = acting
  const answer = await provider.call(patchUser, {
    params: { key: provider.me.userId },
    body: {
      oldPassword: 'Almotacen.2026',
      newPassword: 'Tramontana.2027',
      policyAccepted: true,
      contactDetails: { position: 'Otra' },
      version: 0,
    },
  })
  expect(answer.problem.code).toBe('changedMeanwhile')
  expect(JSON.stringify(answer.body)).not.toMatch(/Almotacen\.2026|Tramontana\.2027/)
  expect((answer.problem.conflict as Conflict).differences.map(each => each.field)).toEqual(['contactDetails.position'])
  // Nothing was done: the session and the password are unchanged.
  expect((await portal.signIn(at('proveedor'))).token).not.toBe('')
})

test('refuses a decision on a replaced document, and names the new file', async () => {
  const { cci, waiting } = acting
  const { id } = await ownDocumentation(waiting)
  const name = 'Escritura de constitución'
  const document = (await documentsOf(cci, id))[name]!
  await ok(upload(waiting, id, name, pdf('otra escritura')))
  const params = { id: document.id! }
  const late = await cci.call(changeDocument, { params, body: { expiredAt: '2027-05-01', file: document.file! } })
  expect(late.problem.code).toBe('changedMeanwhile')
  const { differences, changedBy } = late.problem.conflict as Conflict
  expect(differences).toContainEqual({ field: 'name', label: 'Archivo', now: 'otra escritura.pdf', yours: '' })
  expect(changedBy).toMatch(/^.+ \(Hontanar.*\)$/)
})

test.each(Object.keys(edits))('%s: the last author is known without the audit log', async name => {
  const { edit, version, stands, words, callers = [acting.cci, acting.cci2], told = inCci } = await edits[name]!(acting)
  const first = (await stands().catch(() => null)) === words[0] ? 1 : 0
  await edit(callers[first], version, first)
  await portal.asOwner(
    'alter table trail disable trigger user; delete from trail; alter table trail enable trigger user',
  )
  const late = await edit(callers[1 - first]!, version, first === 0 ? 1 : 0)
  expect((late.problem.conflict as Conflict).changedBy).toBe(told[first])
})
