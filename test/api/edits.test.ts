import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  listDocumentCatalogues,
  listServices,
  readDataCatalogue,
  replaceDocumentCatalogue,
  saveDataCatalogue,
  saveDocumentCatalogue,
  saveService,
} from '#domain/catalogue/contract.ts'
import { type Conflict, conflictWire } from '#domain/conflict/conflict.ts'
import type { Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { changeDocument } from '#domain/document/contract.ts'
import { raiseIncident, saveIncident } from '#domain/incident/contract.ts'
import { readMailPreferences, setMailPreference } from '#domain/notification/contract.ts'
import { editParticipant, patchParticipant, readParticipant, updateParticipant } from '#domain/participant/contract.ts'
import { correctScore, correctScoreFile, listScores } from '#domain/score/contract.ts'
import { readSecondFactorRules, saveSecondFactorRules } from '#domain/second-factor/contract.ts'
import { patchUser, readUser, updateUser } from '#domain/user/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { readWatermark, saveWatermark } from '#domain/watermark/contract.ts'
import {
  acceptReport,
  documentsOf,
  edit,
  freshRequest,
  ownDocumentation,
  pdf,
  publish,
  reject,
  upload,
} from '#test/support/documents.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let cci2: Caller
let provider: Caller
let provider2: Caller
let evaluator: Caller

const at = (name: string) => `${name}@almotacen.example`
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn(at('cci'))
  cci2 = await portal.signIn(at('cci2'))
  provider = await portal.signIn(at('proveedor'))
  provider2 = await portal.signIn(at('proveedor2'))
  evaluator = await portal.signIn(at('somport'))
})
afterAll(() => portal.stop())

/** An edit that two people begin at once: where it starts, what each of them sends, and what stands afterwards. */
type Race = {
  edit: (caller: Caller, version: number, which: 0 | 1) => Promise<Answer>
  version: number
  /** What the two texts are in the row. */
  stands: () => Promise<string>
  words: readonly [string, string]
  callers?: readonly [Caller, Caller]
  /** Who is told to the loser when the first, or the second, won. */
  told?: readonly [string, string]
  /** One after the other: of two values, one stands already, and to say it again is no edit. */
  inTurn?: true
  label: string
}

const inCentre = ['Marta Olmedo Rivas', 'Andrés Cano Vega'] as const
const body = async (answer: Promise<Answer<any>>): Promise<any> => {
  const { status, body, problem } = await answer
  expect(status, JSON.stringify(problem)).toBeLessThan(300)
  return body
}
let serial = 0
const publishedRequest = async () => {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  await body(publish(cci, id))
  const score = (await body(cci.call(listScores, { query: { validationId: id } }))).content[0]
  const { version } = await body(cci.call(readValidation, { params: { id } }))
  return { id, score, version }
}
const ratingOf = (validationId: string) => async () =>
  (await body(cci.call(listScores, { query: { validationId } }))).content[0].score
const ratings = ['A/B/A+', 'A/A/A+'] as const

async function userRace(contract: typeof patchUser | typeof updateUser): Promise<Race> {
  const key = provider2.me.userId
  const { version } = await body(provider.call(readUser, { params: { key } }))
  const words = [`Primera ${++serial}`, `Segunda ${serial}`] as const
  return {
    version,
    words,
    label: 'Cargo',
    callers: [cci, provider],
    told: ['el CCI', 'Lucía Ferrer Casals (Tramontana Custodia Digital, S.L.)'],
    edit: (caller, from, which) => {
      const change = { contactDetails: { position: words[which] }, version: from }
      return contract === patchUser
        ? caller.call(patchUser, { params: { key }, body: change })
        : caller.call(updateUser, { body: { id: key, ...change } })
    },
    stands: async () => (await body(cci.call(readUser, { params: { key } }))).contactDetails.position,
  }
}

async function profileRace(contract: typeof editParticipant | typeof updateParticipant): Promise<Race> {
  const id = provider.me.idGenericEntity
  const params = { kind: 'provider' as const, id }
  const read = () => body(provider.call(readParticipant, { params }))
  const words = [`primera${++serial}@x.example`, `segunda${serial}@x.example`] as const
  return {
    version: (await read()).version,
    words,
    label: 'Correo para incidencias',
    callers: [provider, provider2],
    told: ['Lucía Ferrer Casals', 'Íñigo Salcedo Prieto'],
    edit: (caller, version, which) =>
      contract === editParticipant
        ? caller.call(editParticipant, { params, body: { issuesContact: words[which], version } })
        : caller.call(updateParticipant, { body: { idGenericEntity: id, issuesContact: words[which], version } }),
    stands: async () => (await read()).issuesContact,
  }
}

async function documentsRace(contract: typeof saveDocumentCatalogue | typeof replaceDocumentCatalogue): Promise<Race> {
  const read = async () => (await body(cci.call(listDocumentCatalogues, { query: { type: 'ISSUE' } }))).content[0]
  const { id, version } = await read()
  const words = [`Con fecha ${++serial}`, `Con firma ${serial}`] as const
  return {
    version,
    words,
    label: '«Informe de la incidencia»',
    edit: (caller, from, which) => {
      const docList = [{ documentCatalogName: 'Informe de la incidencia', description: words[which], required: true }]
      const change = { type: 'ISSUE', docList, version: from }
      return contract === replaceDocumentCatalogue
        ? caller.call(replaceDocumentCatalogue, { params: { id }, body: change })
        : caller.call(saveDocumentCatalogue, { body: change })
    },
    stands: async () => (await read()).docList[0].description,
  }
}

async function scoreRace(contract: typeof correctScore | typeof correctScoreFile): Promise<Race> {
  const { id, score, version } = await publishedRequest()
  return {
    version,
    words: ratings,
    label: 'Calificación',
    edit: (caller, from, which) =>
      caller.call(contract, {
        params: { id: score.id },
        body: {
          score: {
            validationId: id,
            score: ratings[which],
            expiredAt: '2027-10-01',
            correctionReason: 'Errata',
            version: from,
          },
        },
        files: contract === correctScoreFile ? { file: pdf(`dictamen ${which}`) } : {},
      }),
    stands: ratingOf(id),
  }
}

/** Every call that edits what somebody else may be editing: it takes the version that it was begun from. */
const edits: Record<string, () => Promise<Race>> = {
  'user.patch': () => userRace(patchUser),
  'user.update': () => userRace(updateUser),
  'participant.edit': () => profileRace(editParticipant),
  'participant.update': () => profileRace(updateParticipant),
  'participant.patch': async () => {
    const params = { kind: 'provider' as const, id: provider.me.idGenericEntity }
    const read = () => body(cci.call(readParticipant, { params }))
    const words = ['GRANDE', 'MEDIANA'] as const
    return {
      version: (await read()).version,
      words,
      label: 'Tipo de empresa',
      edit: (caller, version, which) =>
        caller.call(patchParticipant, { params, body: { companyType: words[which], version } }),
      stands: async () => (await read()).companyType,
    }
  },
  'service.save': async () => {
    const read = async (id: string) =>
      (await body(cci.call(listServices))).content.find((each: { id: string }) => each.id === id)
    const made = await body(cci.call(saveService, { body: { type: 'Pruebas', description: `Servicio ${++serial}` } }))
    const words = ['Uno distinto', 'Otro distinto'] as const
    return {
      version: made.version,
      words,
      label: 'Descripción',
      edit: (caller, version, which) =>
        caller.call(saveService, { body: { id: made.id, type: 'Pruebas', description: words[which], version } }),
      stands: async () => (await read(made.id)).description,
    }
  },
  'catalogue.save-documents': () => documentsRace(saveDocumentCatalogue),
  'catalogue.replace-documents': () => documentsRace(replaceDocumentCatalogue),
  'catalogue.save-data': async () => {
    const read = () => body(cci.call(readDataCatalogue, { params: { role: 'AUDIT' } }))
    const words = ['true', 'false'] as const
    return {
      version: (await read()).version,
      words,
      label: '«Registro»',
      edit: (caller, version, which) =>
        caller.call(saveDataCatalogue, {
          body: { type: 'AUDIT', fields: [{ field: 'Registro', required: which === 0 }], version },
        }),
      stands: async () => String((await read()).fields[0].required),
    }
  },
  'document.change': async () => {
    const docs = await documentsOf(cci, await freshRequest(cci, provider, evaluator))
    const document = docs['Informe de auditoría']!
    const words = ['2027-05-01', '2027-06-01'] as const
    return {
      version: document.version!,
      words,
      label: 'Fecha de caducidad',
      edit: (caller, version, which) =>
        caller.call(changeDocument, {
          params: { id: document.id! },
          body: { expiredAt: words[which], file: document.file!, version },
        }),
      stands: async () => (await documentsOf(cci, document.validationId))['Informe de auditoría']!.expiredAt!,
    }
  },
  'request.edit': async () => {
    const id = await freshRequest(cci, provider, evaluator)
    for (const document of Object.values(await documentsOf(cci, id))) await body(reject(cci, document))
    const read = () => body(provider.call(readValidation, { params: { id } }))
    const words = ['Alcance uno', 'Alcance dos'] as const
    return {
      version: (await read()).version,
      words,
      label: 'Concepto',
      callers: [provider, provider2],
      told: ['Lucía Ferrer Casals', 'Íñigo Salcedo Prieto'],
      edit: (caller, version, which) => edit(caller, id, { concept: words[which], version }),
      stands: async () => (await read()).concept,
    }
  },
  'score.correct': () => scoreRace(correctScore),
  'score.correct-file': () => scoreRace(correctScoreFile),
  'score.publish': async () => {
    const id = await freshRequest(cci, provider, evaluator)
    await acceptReport(cci, id)
    return {
      version: (await body(cci.call(readValidation, { params: { id } }))).version,
      words: ratings,
      label: 'Calificación',
      edit: (caller, version, which) => publish(caller, id, { score: ratings[which], version }),
      stands: ratingOf(id),
    }
  },
  'incident.save': async () => {
    const draft = { providerId: provider.me.idGenericEntity, title: 'Retraso', detail: 'Tres horas' }
    const { id, version } = await body(cci.call(raiseIncident, { body: draft }))
    const words = ['Retraso de valija', 'Retraso de saca'] as const
    return {
      version,
      words,
      label: 'Título',
      edit: (caller, from, which) =>
        caller.call(saveIncident, { params: { id }, body: { title: words[which], version: from } }),
      stands: async () =>
        (await portal.portal.db.selectFrom('incident').select('title').where('id', '=', id).executeTakeFirstOrThrow())
          .title,
    }
  },
  'second-factor.save-rules': async () => {
    const read = () => body(cci.call(readSecondFactorRules))
    const { secondFactor, version } = await read()
    return {
      version,
      words: ['true', 'false'],
      label: 'Obligatoria para las entidades',
      edit: (caller, from, which) =>
        caller.call(saveSecondFactorRules, {
          body: { secondFactor: { ...secondFactor, ENTITY: which === 0 }, version: from },
        }),
      stands: async () => String((await read()).secondFactor.ENTITY),
    }
  },
  'watermark.save': async () => {
    const read = () => body(cci.call(readWatermark))
    const { version, enabled } = await read()
    return {
      version,
      words: [String(!enabled), String(enabled)],
      label: 'Marca de agua',
      inTurn: true,
      edit: (caller, from, which) =>
        caller.call(saveWatermark, { body: { enabled: which === 0 ? !enabled : enabled, version: from } }),
      stands: async () => String((await read()).enabled),
    }
  },
  'notification.set-mail-preference': async () => {
    const params = { type: 'DOC_PENDING' as const }
    const read = async () =>
      (await body(cci.call(readMailPreferences))).preferences.find(
        (each: { type: string }) => each.type === 'DOC_PENDING',
      )
    const { version } = await read()
    return {
      version,
      words: ['false', 'true'],
      label: 'Documentación por verificar',
      inTurn: true,
      callers: [cci, await portal.signIn(at('cci'))],
      told: ['usted, desde otra ventana', 'usted, desde otra ventana'],
      edit: (caller, from, which) =>
        caller.call(setMailPreference, { params, body: { byMail: which === 1, version: from } }),
      stands: async () => String((await read()).byMail),
    }
  },
}

describe('two people edit the same from the same version', () => {
  test.each(Object.keys(edits))(
    '%s: one of them is saved, the other told what changed, who did it and when',
    async name => {
      const {
        edit,
        version,
        stands,
        words,
        callers = [cci, cci2],
        told = inCentre,
        label,
        inTurn,
      } = await edits[name]!()
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
      // On top of what stands now it goes through.
      const again = await edit(callers[1 - winner]!, conflict.version, winner === 0 ? 1 : 0)
      // What was published is corrected, and that with a reason.
      if (name === 'score.publish') expect([again.status, again.problem.conflict]).toEqual([409, undefined])
      else {
        expect(again.status, JSON.stringify(again.problem)).toBeLessThan(300)
        expect(await stands()).toBe(words[1 - winner])
      }
    },
  )
})

/** Every other write, and what keeps one person's from undoing another's. */
const others: Record<string, string> = {
  ...Object.fromEntries(
    ['participant.create', 'invitation.create', 'invitation.create-entity', 'invitation.import', 'user.create']
      .concat(['request.send', 'incident.raise', 'validation.create', 'notification.send', 'session.sign-in'])
      .map(name => [name, 'makes something new; what may be there once has a unique index']),
  ),
  ...Object.fromEntries(
    ['participant.delete', 'user.delete', 'service.delete', 'document.delete', 'request.delete']
      .concat(['request.delete-by-form'])
      .map(name => [name, 'ends something, under its lock and by its state; there is nothing to write over']),
  ),
  ...Object.fromEntries(
    ['invitation.change', 'validation.change'].map(name => [name, 'a move of a state machine, decided under the lock']),
  ),
  ...Object.fromEntries(
    ['document.upload', 'document.reupload', 'incident.attach'].map(name => [
      name,
      'adds a file; the one before stays in the history or in the trail',
    ]),
  ),
  'notification.mark': 'the own mark of one user, set to what the call says',
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

/** Whether a call takes a version, itself or in its one part. */
function takesVersion({ body }: Contract): boolean {
  const shape = (body as { shape?: Record<string, { shape?: object }> } | undefined)?.shape ?? {}
  return 'version' in shape || Object.values(shape).some(part => part.shape !== undefined && 'version' in part.shape)
}

test('every write takes the version that it was begun from, or is listed with what protects it', () => {
  const writes = contracts.filter(contract => contract.method !== 'GET')
  const versioned = writes.filter(takesVersion).map(contract => contract.name)
  expect(Object.keys(edits).sort()).toEqual(versioned.sort())
  const unversioned = writes.filter(contract => !takesVersion(contract)).map(contract => contract.name)
  expect(Object.keys(others).sort()).toEqual(unversioned.sort())
  for (const contract of writes.filter(takesVersion))
    expect(contract.refusals, contract.name).toContain('changedMeanwhile')
})

test('a stale edit by who may not make it is refused as any, and tells nothing', async () => {
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
  // Nothing of it was done: the session lives and so does the password.
  expect((await portal.signIn(at('proveedor'))).token).not.toBe('')
})

test('a document that another one took the place of is not decided, and its name is told', async () => {
  const waiting = await portal.signIn(at('hontanar'))
  const { id } = await ownDocumentation(waiting)
  const name = 'Escritura de constitución'
  const document = (await documentsOf(cci, id))[name]!
  await body(upload(waiting, id, name, pdf('otra escritura')))
  const params = { id: document.id! }
  const late = await cci.call(changeDocument, { params, body: { expiredAt: '2027-05-01', file: document.file! } })
  expect(late.problem.code).toBe('changedMeanwhile')
  const { differences, changedBy } = late.problem.conflict as Conflict
  expect(differences).toContainEqual({ field: 'name', label: 'Archivo', now: 'otra escritura.pdf', yours: '' })
  expect(changedBy).toMatch(/^.+ \(Hontanar.*\)$/)
})
