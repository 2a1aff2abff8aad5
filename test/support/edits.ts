import { editAssessment, readAssessment, uploadWorkbook } from '#domain/assessment/contract.ts'
import { listFindings } from '#domain/assessment/finding/contract.ts'
import { readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import {
  listDocumentCatalogues,
  listServices,
  readDataCatalogue,
  replaceDocumentCatalogue,
  saveDataCatalogue,
  saveDocumentCatalogue,
  saveService,
} from '#domain/catalogue/contract.ts'
import { readHelp, saveHelp } from '#domain/catalogue/help/contract.ts'
import { changeDocument } from '#domain/document/contract.ts'
import { readReasons, saveReasons } from '#domain/document/reasons/contract.ts'
import { readWatermark, saveWatermark } from '#domain/document/watermark/contract.ts'
import { readFourEyes, saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { readSecondFactorRules, saveSecondFactorRules } from '#domain/identity/second-factor/contract.ts'
import { patchUser, readUser, updateUser } from '#domain/identity/user/contract.ts'
import {
  acknowledgeBulletin,
  listBulletins,
  proposeBulletin,
  readBulletin,
  setImpactClock,
} from '#domain/incident/bulletin/contract.ts'
import { saveIncident } from '#domain/incident/contract.ts'
import { changeWebhook, readWebhook } from '#domain/integration/webhook/contract.ts'
import { readMailPreferences, setMailPreference } from '#domain/notification/contract.ts'
import { changeSubcontract, listSubcontracts } from '#domain/participant/chain/contract.ts'
import {
  changeCompany,
  listCompanies,
  readRegisterIdentity,
  readServiceFacts,
  saveRegisterIdentity,
  saveServiceFacts,
} from '#domain/participant/company/contract.ts'
import { editParticipant, patchParticipant, readParticipant, updateParticipant } from '#domain/participant/contract.ts'
import { dateReport } from '#domain/report-request/contract.ts'
import { correctScore, correctScoreFile, listScores } from '#domain/report-request/score/contract.ts'
import { listStances, noteStance } from '#domain/supervision/chain/contract.ts'
import { readClauses, saveClauses } from '#domain/supervision/register/clause/contract.ts'
import {
  changeArrangement,
  changeFunction,
  changeLine,
  listArrangements,
  listFunctions,
  listLines,
  readRegisterEntity,
  saveRegisterEntity,
} from '#domain/supervision/register/entry/contract.ts'
import { changeMember, listMembers } from '#domain/supervision/register/group/contract.ts'
import { changeUse, readLevelPolicy, saveLevelPolicy } from '#domain/supervision/use/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { assignTask, readTask } from '#domain/validation/desk/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { answering, begin, filled, publishedFramework, template } from '#test/support/assessments.ts'
import { toldBulletin } from '#test/support/bulletins.ts'
import { declareLink, requestedService } from '#test/support/chains.ts'
import { namedParent } from '#test/support/companies.ts'
import {
  acceptReport,
  documentsOf,
  edit,
  freshRequest,
  ownDocumentation,
  pdf,
  publish,
  reject,
} from '#test/support/documents.ts'
import { planned, raise } from '#test/support/findings.ts'
import { opened } from '#test/support/incidents.ts'
import { declare, independence } from '#test/support/independence.ts'
import { registered } from '#test/support/integrations.ts'
import { address as at } from '#test/support/mails.ts'
import type { Answer, Caller } from '#test/support/portal.ts'
import { newFunction, newMember, newRegister } from '#test/support/register-entries.ts'
import { begun, fileNow, writing } from '#test/support/reliance.ts'
import { bareService, declared, useNow } from '#test/support/uses.ts'

/** A concurrent edit of two users: initial state, both inputs, and final state. */
type Race = {
  edit: (caller: Caller, version: number, which: 0 | 1) => Promise<Answer>
  version: number
  /** The stored values of the two texts. */
  stands: () => Promise<string>
  words: readonly [string, string]
  callers?: readonly [Caller, Caller]
  /** The user named to the loser when the first, or the second, won. */
  told?: readonly [string, string]
  /** One after the other: repeating a saved value is no edit. */
  inTurn?: true
  label: string
}

let serial = 0
const publishedRequest = async (cci: Caller, provider: Caller, evaluator: Caller) => {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  const score = (await ok(cci.call(listScores, { query: { validationId: id } }))).content[0]
  const { version } = await ok(cci.call(readValidation, { params: { id } }))
  return { id, score, version }
}
const inOtherWindow = ['usted, desde otra ventana', 'usted, desde otra ventana'] as const
const draftOf = async ({ portal, cci, provider, evaluator }: Acting) => {
  const framework = (await publishedFramework(cci)).id
  const request = await freshRequest(cci, provider, evaluator)
  const { id } = await ok(begin(evaluator, request))
  return { id: id as string, framework, request, callers: [evaluator, await portal.signIn(at('somport'))] as const }
}
const ratingOf = (cci: Caller, validationId: string) => async () =>
  (await ok(cci.call(listScores, { query: { validationId } }))).content[0].score
const ratings = ['A/B/A+', 'A/A/A+'] as const

async function userRace(acting: Acting, contract: typeof patchUser | typeof updateUser): Promise<Race> {
  const { cci, provider, provider2 } = acting
  const key = provider2.me.userId
  const { version } = await ok(provider.call(readUser, { params: { key } }))
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
    stands: async () => (await ok(cci.call(readUser, { params: { key } }))).contactDetails.position,
  }
}

async function profileRace(acting: Acting, contract: typeof editParticipant | typeof updateParticipant): Promise<Race> {
  const { provider, provider2 } = acting
  const id = provider.me.idGenericEntity
  const params = { kind: 'provider' as const, id }
  const read = () => ok(provider.call(readParticipant, { params }))
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

async function documentsRace(
  acting: Acting,
  contract: typeof saveDocumentCatalogue | typeof replaceDocumentCatalogue,
): Promise<Race> {
  const { cci } = acting
  const read = async () => (await ok(cci.call(listDocumentCatalogues, { query: { type: 'ISSUE' } }))).content[0]
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

async function scoreRace(acting: Acting, contract: typeof correctScore | typeof correctScoreFile): Promise<Race> {
  const { cci, provider, evaluator } = acting
  const { id, score, version } = await publishedRequest(cci, provider, evaluator)
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
    stands: ratingOf(cci, id),
  }
}

/** Every call with an optimistic lock: it takes the version that it is based on. */
/** The two users of a bank. */
const ofBank = async ({ portal, bank }: Acting) => ({
  callers: [bank, await portal.signIn(at('entidad2'))] as const,
  told: ['Elena Puertas Lázaro', 'Marcos Vidal Rueda'] as const,
})

export const edits: Record<string, (acting: Acting) => Promise<Race>> = {
  'user.patch': acting => userRace(acting, patchUser),
  'user.update': acting => userRace(acting, updateUser),
  'participant.edit': acting => profileRace(acting, editParticipant),
  'participant.update': acting => profileRace(acting, updateParticipant),
  'participant.patch': async ({ cci, provider }) => {
    const params = { kind: 'provider' as const, id: provider.me.idGenericEntity }
    const read = () => ok(cci.call(readParticipant, { params }))
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
  'register-identity.save': async ({ cci, provider }) => {
    const params = { id: provider.me.idGenericEntity }
    const read = () => ok(cci.call(readRegisterIdentity, { params }))
    const words = [`Tramontana ${++serial}`, `Tramontana Data ${serial}`] as const
    return {
      version: (await read()).version,
      words,
      label: 'Nombre en letras latinas',
      edit: (caller, version, which) =>
        caller.call(saveRegisterIdentity, { params, body: { latinName: words[which], version } }),
      stands: async () => (await read()).latinName,
    }
  },
  'service-facts.save': async acting => {
    const { cci } = acting
    const { providerId: id, serviceId } = await bareService(acting)
    const params = { id, serviceId }
    const read = () => ok(cci.call(readServiceFacts, { params }))
    const words = ['S17', 'S18'] as const
    return {
      version: (await read()).version,
      words,
      label: 'Tipo de servicio TIC',
      edit: (caller, version, which) =>
        caller.call(saveServiceFacts, { params, body: { ictType: words[which], version } }),
      stands: async () => (await read()).ictType,
    }
  },
  'company.change': async ({ cci, provider }) => {
    const { id, version } = await namedParent(provider)
    const words = [`Primera ${++serial}`, `Segunda ${serial}`] as const
    return {
      version,
      words,
      label: 'Nombre de la empresa',
      edit: (caller, from, which) =>
        caller.call(changeCompany, { params: { id }, body: { name: words[which], version: from } }),
      stands: async () => {
        const { content } = await ok(cci.call(listCompanies))
        return content.find((each: { id: string }) => each.id === id).name
      },
    }
  },
  'subcontract.change': async acting => {
    const { cci, cci2, provider } = acting
    const { serviceId } = await requestedService(acting)
    const { id, version } = await declareLink(provider, serviceId)
    const words = [`Copias ${++serial}`, `Custodia ${serial}`] as const
    return {
      version,
      words,
      callers: [cci, cci2],
      label: 'Qué hace',
      edit: (caller, from, which) =>
        caller.call(changeSubcontract, { params: { id }, body: { description: words[which], version: from } }),
      stands: async () => {
        const { content } = await ok(provider.call(listSubcontracts, { query: { service: serviceId } }))
        return content[0].description
      },
    }
  },
  'webhook.change': async ({ portal, bank }) => {
    const { webhook } = await registered(bank, 'https://8.8.8.8/portal', ['level.met'])
    const params = { id: webhook.id }
    const words = [`https://8.8.8.8/${++serial}`, `https://8.8.8.8/${++serial}`] as const
    return {
      callers: [bank, await portal.signIn(at('entidad'))],
      told: inOtherWindow,
      version: webhook.version,
      words,
      label: 'Dirección',
      edit: (caller, from, which) => caller.call(changeWebhook, { params, body: { url: words[which], version: from } }),
      stands: async () => (await ok(bank.call(readWebhook, { params }))).url,
    }
  },
  'use.change': async acting => {
    const { bank } = acting
    const { id, version } = await declared(bank, await bareService(acting))
    const words = [`Primera nota ${++serial}`, `Segunda nota ${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version,
      words,
      label: 'Nota',
      edit: (caller, from, which) =>
        caller.call(changeUse, { params: { id }, body: { note: words[which], version: from } }),
      stands: async () => (await useNow(bank, { id }, { size: 9999 })).note,
    }
  },
  'use.note-stance': async acting => {
    const { bank, provider } = acting
    const pair = await requestedService(acting)
    const link = await declareLink(provider, pair.serviceId)
    const use = await declared(bank, pair)
    const params = { id: use.id, subcontractId: link.id }
    const words = ['Sin plan de salida', 'Sin sede en la Unión'] as const
    return {
      ...(await ofBank(acting)),
      version: 0,
      words,
      label: 'Texto',
      edit: (caller, version, which) =>
        caller.call(noteStance, { params, body: { stance: 'OBJECTION', text: words[which], version } }),
      stands: async () => (await ok(bank.call(listStances, { params: { id: use.id } }))).stances[0].text,
    }
  },
  'bulletin.propose': async acting => {
    const { cci, provider, provider2 } = acting
    const { id } = await opened(cci, provider)
    const words = ['El servicio responde con retraso.', 'El servicio no responde.'] as const
    return {
      version: 0,
      words,
      callers: [provider, provider2],
      told: ['Lucía Ferrer Casals', 'Íñigo Salcedo Prieto'],
      label: 'Texto propuesto',
      edit: (caller, version, which) =>
        caller.call(proposeBulletin, { params: { id }, body: { text: words[which], version } }),
      stands: async () => (await ok(cci.call(listBulletins, { query: { issueId: id } }))).proposal.text,
    }
  },
  'bulletin.acknowledge': async acting => {
    const { id } = await toldBulletin(acting)
    const words = ['Pagos detenidos', 'Sin efecto en los pagos'] as const
    return {
      ...(await ofBank(acting)),
      version: 0,
      words,
      label: 'Nota',
      edit: (caller, version, which) =>
        caller.call(acknowledgeBulletin, { params: { id }, body: { impact: 'MINOR', note: words[which], version } }),
      stands: async () => (await ok(acting.bank.call(readBulletin, { params: { id } }))).acknowledgement.note,
    }
  },
  'bulletin.set-clock': async acting => {
    const { id } = await toldBulletin(acting)
    const words = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'] as const
    return {
      ...(await ofBank(acting)),
      version: 0,
      words,
      label: 'Conocimiento del incidente',
      edit: (caller, version, which) =>
        caller.call(setImpactClock, { params: { id }, body: { awareAt: words[which], version } }),
      stands: async () => (await ok(acting.bank.call(readBulletin, { params: { id } }))).clock.awareAt,
    }
  },
  'level-policy.save': async acting => {
    const read = () => ok(acting.bank.call(readLevelPolicy))
    const words = ['A/A/A', 'B/B/B'] as const
    return {
      ...(await ofBank(acting)),
      version: (await read()).version,
      words,
      label: 'De funciones esenciales o importantes',
      edit: (caller, version, which) =>
        caller.call(saveLevelPolicy, { body: { criticalScore: words[which], otherScore: null, version } }),
      stands: async () => (await read()).criticalScore,
    }
  },
  'reliance.write': async acting => {
    const { bank } = acting
    const file = await begun(bank, await declared(bank, await bareService(acting)))
    const words = [`Primera medida ${++serial}`, `Segunda medida ${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version: file.version,
      words,
      label: 'Medidas',
      edit: (caller, version, which) => writing(caller, file, { measures: words[which], version }),
      stands: async () => (await fileNow(bank, file)).measures,
    }
  },
  'register-entity.save': async acting => {
    const read = () => ok(acting.bank.call(readRegisterEntity))
    const words = [`Autoridad ${++serial}`, `Otra autoridad ${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version: (await read()).version,
      words,
      label: 'Autoridad competente',
      edit: (caller, version, which) => caller.call(saveRegisterEntity, { body: { authority: words[which], version } }),
      stands: async () => (await read()).authority,
    }
  },
  'register-member.change': async acting => {
    const { bank } = acting
    const { id, version } = await newMember(bank)
    const words = [`Filial una ${++serial}`, `Filial otra ${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version,
      words,
      label: 'Nombre',
      edit: (caller, from, which) =>
        caller.call(changeMember, { params: { id }, body: { name: words[which], version: from } }),
      stands: async () => (await ok(bank.call(listMembers, { query: { id } }))).content[0].name,
    }
  },
  'business-function.change': async acting => {
    const { bank } = acting
    const { id, version, code } = await newFunction(bank)
    const words = [`Motivo ${++serial}`, `Otro motivo ${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version,
      words,
      label: 'Motivos',
      edit: (caller, from, which) =>
        caller.call(changeFunction, { params: { id }, body: { reason: words[which], version: from } }),
      stands: async () => (await ok(bank.call(listFunctions, { query: { text: code } }))).content[0].reason,
    }
  },
  'arrangement.change': async acting => {
    const { bank } = acting
    const { contract } = await newRegister(acting)
    const words = [`CT-UNA-${++serial}`, `CT-OTRA-${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version: contract.version,
      words,
      label: 'Referencia',
      edit: (caller, from, which) =>
        caller.call(changeArrangement, {
          params: { id: contract.id },
          body: { reference: words[which], version: from },
        }),
      stands: async () => {
        const { content } = await ok(bank.call(listArrangements))
        return content.find((each: { id: string }) => each.id === contract.id).reference
      },
    }
  },
  'arrangement-clauses.save': async acting => {
    const { contract } = await newRegister(acting)
    const params = { id: contract.id }
    const words = [`Cláusula ${++serial}`, `Anexo ${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version: 0,
      words,
      label: 'Dónde consta 30.2.b)',
      edit: (caller, version, which) =>
        caller.call(saveClauses, { params, body: { standing2b: 'PRESENT', place2b: words[which], version } }),
      stands: async () => (await ok(acting.bank.call(readClauses, { params }))).place2b,
    }
  },
  'arrangement-line.change': async acting => {
    const { bank } = acting
    const { contract, line } = await newRegister(acting)
    const words = [`Empresa ${++serial}`, `Otra empresa ${serial}`] as const
    return {
      ...(await ofBank(acting)),
      version: line.version,
      words,
      label: 'Cuáles',
      edit: (caller, from, which) =>
        caller.call(changeLine, { params: { id: line.id }, body: { alternativeNames: words[which], version: from } }),
      stands: async () => {
        const { content } = await ok(bank.call(listLines, { query: { arrangementId: contract.id } }))
        return content[0].alternativeNames
      },
    }
  },
  'service.save': async ({ cci }) => {
    const read = async (id: string) =>
      (await ok(cci.call(listServices))).content.find((each: { id: string }) => each.id === id)
    const made = await ok(cci.call(saveService, { body: { type: 'Pruebas', description: `Servicio ${++serial}` } }))
    const words = [`Uno distinto ${serial}`, `Otro distinto ${serial}`] as const
    return {
      version: made.version,
      words,
      label: 'Descripción',
      edit: (caller, version, which) =>
        caller.call(saveService, { body: { id: made.id, type: 'Pruebas', description: words[which], version } }),
      stands: async () => (await read(made.id)).description,
    }
  },
  'catalogue.save-documents': acting => documentsRace(acting, saveDocumentCatalogue),
  'catalogue.replace-documents': acting => documentsRace(acting, replaceDocumentCatalogue),
  'catalogue.save-help': async ({ cci }) => {
    const read = () => ok(cci.call(readHelp, { query: { type: 'ENTITY' } }))
    const { catalogueId, help } = await read()
    const [{ documentCatalogName, version }] = help
    const words = ['Con firma electrónica', 'Con sello'] as const
    return {
      version,
      words,
      label: 'Ayuda',
      edit: (caller, now, which) =>
        caller.call(saveHelp, {
          params: { id: catalogueId },
          body: { documentCatalogName, helpText: words[which], version: now },
        }),
      stands: async () => (await read()).help[0].helpText,
    }
  },
  'catalogue.save-data': async ({ cci }) => {
    const read = () => ok(cci.call(readDataCatalogue, { params: { role: 'AUDIT' } }))
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
  'document.change': async ({ cci, provider, evaluator }) => {
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
  'request.edit': async ({ cci, provider, provider2, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    for (const document of Object.values(await documentsOf(cci, id))) await ok(reject(cci, document))
    const read = () => ok(provider.call(readValidation, { params: { id } }))
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
  'request.date-report': async ({ cci, provider, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    const words = ['2026-01-08', '2026-01-09'] as const
    const read = () => ok(cci.call(readValidation, { params: { id } }))
    return {
      version: (await read()).version,
      words,
      label: 'Fecha del informe',
      edit: (caller, version, which) =>
        caller.call(dateReport, { params: { id }, body: { reportDate: words[which], version } }),
      stands: async () => (await read()).reportDate!,
    }
  },
  'score.correct': acting => scoreRace(acting, correctScore),
  'score.correct-file': acting => scoreRace(acting, correctScoreFile),
  'score.publish': async ({ cci, provider, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    await acceptReport(cci, id)
    return {
      version: (await ok(cci.call(readValidation, { params: { id } }))).version,
      words: ratings,
      label: 'Calificación',
      edit: (caller, version, which) => publish(caller, id, { score: ratings[which], version }),
      stands: ratingOf(cci, id),
    }
  },
  'independence.declare': async ({ portal, cci, provider, evaluator }) => {
    const id = await freshRequest(cci, provider, evaluator)
    const words = ['Asesoramos al proveedor', 'Auditamos sus cuentas'] as const
    return {
      version: 0,
      words,
      callers: [evaluator, await portal.signIn(at('somport'))],
      told: inOtherWindow,
      label: 'Explicación',
      edit: (caller, version, which) =>
        declare(caller, id, { answers: { otherServices: true }, text: words[which], version }),
      stands: async () => (await independence(evaluator, id)).declaration!.text!,
    }
  },
  'assessment.edit': async acting => {
    const { id, callers } = await draftOf(acting)
    const words = ['Alcance uno', 'Alcance dos'] as const
    const read = () => ok(callers[0].call(readAssessment, { params: { id } }))
    return {
      version: (await read()).version,
      words,
      callers,
      told: inOtherWindow,
      label: 'Alcance',
      edit: (caller, version, which) =>
        caller.call(editAssessment, { params: { id }, body: { scope: words[which], version } }),
      stands: async () => (await read()).scope,
    }
  },
  'assessment.answer': async acting => {
    const { id, callers } = await draftOf(acting)
    const words = ['YES', 'NO'] as const
    const read = () => ok(callers[0].call(readAssessment, { params: { id } }))
    return {
      version: (await read()).version,
      words,
      callers,
      told: inOtherWindow,
      label: 'Control AC-01',
      edit: (caller, version, which) => answering(caller, id, { 'AC-01': words[which] }, version),
      stands: async () => (await read()).answers[0].answer,
    }
  },
  'finding.change': async acting => {
    const { provider, provider2, cci } = acting
    const validationId = await freshRequest(cci, provider, acting.evaluator)
    const { id, version } = await ok(raise(cci, validationId))
    const words = [`Primera medida ${++serial}`, `Segunda medida ${serial}`] as const
    return {
      version,
      words,
      label: 'Medida',
      callers: [provider, provider2],
      told: ['Lucía Ferrer Casals', 'Íñigo Salcedo Prieto'],
      edit: (caller, from, which) => planned(caller, { id }, { measure: words[which], version: from }),
      stands: async () => (await ok(provider.call(listFindings, { query: { validationId } }))).content[0].own.measure,
    }
  },
  'assessment.upload-workbook': async acting => {
    const { id, callers, framework, request } = await draftOf(acting)
    const read = () => ok(callers[0].call(readAssessment, { params: { id } }))
    const { body } = await template(callers[0], framework, { validationId: request, target: 'A/A/A' })
    const sheets = [await filled(body as Buffer, { 'AC-01': 'Sí' }), await filled(body as Buffer, { 'AC-01': 'No' })]
    return {
      version: (await read()).version,
      words: ['YES', 'NO'],
      callers,
      told: inOtherWindow,
      label: 'Control AC-01',
      edit: (caller, version, which) =>
        caller.call(uploadWorkbook, {
          params: { id },
          body: { version } as never,
          files: { file: { name: 'evaluacion.xlsx', content: sheets[which]! } },
        }),
      stands: async () => (await read()).answers[0].answer,
    }
  },
  'incident.save': async ({ portal, cci, provider }) => {
    const { id, version } = await opened(cci, cci, provider.me.idGenericEntity)
    const words = ['Retraso de valija', 'Retraso de saca'] as const
    return {
      version,
      words,
      label: 'Título',
      edit: (caller, from, which) =>
        caller.call(saveIncident, { params: { id }, body: { title: words[which], version: from } }),
      stands: async () =>
        (await portal.app.db.selectFrom('incident').select('title').where('id', '=', id).executeTakeFirstOrThrow())
          .title,
    }
  },
  'second-factor.save-rules': async ({ cci }) => {
    const read = () => ok(cci.call(readSecondFactorRules))
    const { secondFactor, version } = await read()
    return {
      version,
      words: ['true', 'false'],
      label: 'Obligatoria para las entidades',
      // The second edit ends the race: a rule left on would refuse the bank's users in later rows.
      inTurn: true,
      edit: (caller, from, which) =>
        caller.call(saveSecondFactorRules, {
          body: { secondFactor: { ...secondFactor, ENTITY: which === 0 }, version: from },
        }),
      stands: async () => String((await read()).secondFactor.ENTITY),
    }
  },
  'watermark.save': async ({ cci }) => {
    const read = () => ok(cci.call(readWatermark))
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
  'reasons.save': async ({ cci }) => {
    const read = () => ok(cci.call(readReasons))
    const { version } = await read()
    const words = ['No se lee.', 'Falta la firma.'] as const
    return {
      version,
      words: [...words],
      label: 'Frases',
      edit: (caller, from, which) =>
        caller.call(saveReasons, { body: { reasons: [words[which === 0 ? 0 : 1]], version: from } }),
      stands: async () => (await read()).reasons.join(),
    }
  },
  'queue.assign': async ({ cci, cci2, waiting }) => {
    const { id } = await ownDocumentation(waiting)
    const params = { kind: 'documentation' as const, id }
    const read = () => ok(cci.call(readTask, { params }))
    const callers = [cci, cci2] as const
    return {
      version: (await read()).version,
      words: ['Marta Olmedo Rivas', 'Andrés Cano Vega'],
      label: 'Asignada a',
      callers,
      edit: (caller, version, which) =>
        caller.call(assignTask, { params, body: { assignee: callers[which].me.userId, version } }),
      stands: async () => (await read()).assignee.name,
    }
  },
  'centre-rules.save': async ({ cci }) => {
    const read = () => ok(cci.call(readCentreRules))
    const { version } = await read()
    const words = ['45', '75'] as const
    return {
      version,
      words,
      label: 'Renovación anticipada',
      edit: (caller, from, which) =>
        caller.call(saveCentreRules, { body: { rules: { earlyRenewalDays: Number(words[which]) }, version: from } }),
      stands: async () => String((await read()).rules.earlyRenewalDays),
    }
  },
  'two-people.save': async ({ cci, cci2 }) => {
    const read = () => ok(cci.call(readFourEyes))
    const { version, enabled } = await read()
    return {
      version,
      words: [String(!enabled), String(enabled)],
      label: 'Dos personas',
      inTurn: true,
      edit: async (caller, from, which) => {
        const body = { enabled: which === 0 ? !enabled : enabled, version: from }
        const answer = await caller.call(saveFourEyes, { body })
        if (answer.problem?.code !== 'needsAnother') return answer
        return (caller === cci ? cci2 : cci).call(saveFourEyes, { body })
      },
      stands: async () => String((await read()).enabled),
    }
  },
  'notification.set-mail-preference': async ({ portal, cci }) => {
    const params = { type: 'DOC_PENDING' as const }
    const read = async () =>
      (await ok(cci.call(readMailPreferences))).preferences.find(
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
