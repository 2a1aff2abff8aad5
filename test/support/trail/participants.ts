import { expect } from 'vitest'
import { saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { saveReasons } from '#domain/document/reasons/contract.ts'
import { saveWatermark } from '#domain/document/watermark/contract.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { chooseLanguage } from '#domain/identity/session/contract.ts'
import { changeInvitation, invite } from '#domain/invitation/contract.ts'
import { askInvitation, decideAsked } from '#domain/invitation/request/contract.ts'
import { sendNotice, setMailPreference } from '#domain/notification/contract.ts'
import { changeSubcontract, confirmChain } from '#domain/participant/chain/contract.ts'
import { changeCompany, saveRegisterIdentity, saveServiceFacts } from '#domain/participant/company/contract.ts'
import {
  createParticipant,
  deleteParticipant,
  editParticipant,
  patchParticipant,
} from '#domain/participant/contract.ts'
import { assignTask } from '#domain/validation/desk/contract.ts'
import { ok } from '#test/support/answers.ts'
import { declareLink, requestedService } from '#test/support/chains.ts'
import type { Step } from '#test/support/trail/steps.ts'
import { by, docs, org } from '#test/support/trail/steps.ts'

export const participants: Step[] = [
  [
    'an invitation, sent again and withdrawn',
    async ({ portal, cci, made }) => {
      const { id } = await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'nueva@invitada.example' } }))
      made.invitation = id
      for (const status of ['PENDING', 'REJECTED'] as const) {
        portal.clock.move(1000)
        await ok(cci.call(changeInvitation, { params: { id }, body: { status } }))
      }
      const { db } = portal.app
      const row = db.selectFrom('invitation').select('participant_id').where('id', '=', id)
      made.invited = (await row.executeTakeFirstOrThrow()).participant_id
    },
    ({ cci, made }) => [
      ['invitation.sent', by(cci), made.invited!, `invitation ${made.invitation}`],
      ['invitation.sent-again', by(cci), made.invited!, `invitation ${made.invitation}`],
      ['invitation.withdrawn', by(cci), made.invited!, `invitation ${made.invitation}`],
    ],
  ],
  [
    'a provider that a bank asks for, declined and then invited',
    async ({ cci, bank, made }) => {
      const body = { name: 'Nimbus', cif: 'A58818501', email: 'pedida@invitada.example', reason: 'Lo usamos' }
      made.askedFor = (await ok(bank.call(askInvitation, { body }))).id
      const decide = (id: string, answer: { status: 'INVITED' | 'DECLINED'; reason?: string }) =>
        ok(cci.call(decideAsked, { params: { id }, body: answer }))
      await decide(made.askedFor!, { status: 'DECLINED', reason: 'No presta servicios' })
      made.askedAgain = (await ok(bank.call(askInvitation, { body }))).id
      await decide(made.askedAgain!, { status: 'INVITED' })
    },
    ({ cci, bank, made }) => [
      ['invitation-request.asked', by(bank), org(bank), `invitation-request ${made.askedFor}`],
      ['invitation-request.declined', by(cci), org(bank), `invitation-request ${made.askedFor}`],
      ['invitation-request.asked', by(bank), org(bank), `invitation-request ${made.askedAgain}`],
      ['invitation.sent', by(cci), expect.any(String), expect.stringMatching(/^invitation /)],
      ['invitation-request.invited', by(cci), org(bank), `invitation-request ${made.askedAgain}`],
    ],
  ],
  [
    'a participant without an invitation',
    async ({ cci, made }) => {
      const body = { name: 'Alameda Archivos, S.L.' }
      made.participant = (await ok(cci.call(createParticipant, { params: { kind: 'provider' }, body }))).idGenericEntity
    },
    ({ cci, made }) => [['participant.created', by(cci), made.participant!, `participant ${made.participant}`]],
  ],
  [
    'an edited profile',
    ({ cci, made }) => {
      const params = { kind: 'provider' as const, id: made.participant! }
      return ok(cci.call(editParticipant, { params, body: { web: 'www.alameda.example' } }))
    },
    ({ cci, made }) => [['participant.edited', by(cci), made.participant!, `participant ${made.participant}`]],
  ],
  [
    'how a provider is named in the registers of its clients, its parent and a service',
    async ({ provider, services, made }) => {
      const params = { id: org(provider) }
      const parent = { name: 'Grupo Tramontana', country: 'ES', lei: '5493006QMFDDMYWIAM13' }
      made.parent = (await ok(provider.call(saveRegisterIdentity, { params, body: { parent } }))).parent.id
      await ok(provider.call(changeCompany, { params: { id: made.parent! }, body: { name: 'Grupo Tramontana, S.A.' } }))
      const [serviceId] = services.values()
      await ok(
        provider.call(saveServiceFacts, { params: { ...params, serviceId: serviceId! }, body: { ictType: 'S09' } }),
      )
    },
    ({ provider, made }) => [
      ['company-identity.saved', by(provider), org(provider), `company-identity ${org(provider)}`],
      ['company.changed', by(provider), org(provider), `company ${made.parent}`],
      ['service-facts.saved', by(provider), org(provider), expect.stringMatching(/^service-facts /)],
    ],
  ],
  [
    'a chain, declared, changed, ended and confirmed',
    async ({ provider, cci, evaluator, made }) => {
      const { serviceId } = await requestedService({ cci, provider, evaluator })
      made.chained = serviceId
      made.link = (await declareLink(provider, serviceId)).id
      for (const body of [{ description: 'Alojamiento' }, { until: '2026-10-31' }]) {
        await ok(provider.call(changeSubcontract, { params: { id: made.link! }, body }))
      }
      await ok(provider.call(confirmChain, { body: { serviceId } }))
    },
    ({ provider, cci, made }) => [
      ['service.created', by(cci), null, `service ${made.chained}`],
      ['document.uploaded', by(provider), org(provider), expect.stringMatching(/^document /)],
      ['document.uploaded', by(provider), org(provider), expect.stringMatching(/^document /)],
      ['request.sent', by(provider), org(provider), expect.stringMatching(/^validation /)],
      ['subcontract.declared', by(provider), org(provider), `subcontract ${made.link}`],
      ['subcontract.changed', by(provider), org(provider), `subcontract ${made.link}`],
      ['subcontract.ended', by(provider), org(provider), `subcontract ${made.link}`],
      ['chain.confirmed', by(provider), org(provider), `chain ${made.chained}`],
    ],
  ],
  [
    'a deleted participant',
    ({ cci, made }) => ok(cci.call(deleteParticipant, { body: { idGenericEntity: made.participant! } })),
    ({ cci, made }) => [['participant.deleted', by(cci), made.participant!, `participant ${made.participant}`]],
  ],
  [
    'an accreditation',
    ({ cci, evaluator }) => {
      const params = { kind: 'audit' as const, id: org(evaluator) }
      return ok(cci.call(patchParticipant, { params, body: { expiredAt: '2027-12-31' } }))
    },
    ({ cci, evaluator }) => [['participant.accredited', by(cci), org(evaluator), `participant ${org(evaluator)}`]],
  ],
  [
    'a favourite, marked and unmarked',
    async ({ provider, bank }) => {
      const body = { idProvider: org(provider), idEntity: org(bank) }
      const call = () => bank.call(editParticipant, { params: { kind: 'provider', id: org(provider) }, body })
      await ok(call())
      await ok(call())
    },
    ({ provider, bank }) => [
      ['participant.favourite-removed', by(bank), org(bank), `participant ${org(provider)}`],
      ['participant.favourite-set', by(bank), org(bank), `participant ${org(provider)}`],
    ],
  ],
  [
    'a choice of what comes by mail',
    ({ bank }) => ok(bank.call(setMailPreference, { params: { type: 'SCORE_LAPSED' }, body: { byMail: false } })),
    ({ bank }) => [['user.mail-preference-set', by(bank), org(bank), `user ${by(bank)}`]],
  ],
  [
    'a choice of language, and the same again',
    async ({ bank }) => {
      for (const language of ['en', 'en', 'es'] as const) await ok(bank.call(chooseLanguage, { body: { language } }))
    },
    ({ bank }) => [
      ['user.language-chosen', by(bank), org(bank), `user ${by(bank)}`],
      ['user.language-chosen', by(bank), org(bank), `user ${by(bank)}`],
    ],
  ],
  [
    'the mark on what banks read',
    ({ cci }) => ok(cci.call(saveWatermark, { body: { enabled: true } })),
    ({ cci }) => [['watermark.saved', by(cci), null, 'watermark pdf']],
  ],
  [
    'the phrases of rejections',
    ({ cci }) => ok(cci.call(saveReasons, { body: { reasons: ['No se lee.'] } })),
    ({ cci }) => [['rejection-phrases.saved', by(cci), null, 'rejection-phrases all']],
  ],
  [
    'a task of the queue taken, handed over and given back',
    async ({ cci, cci2, waiting, made }) => {
      made.validation = await docs(waiting)
      const params = { kind: 'documentation' as const, id: made.validation! }
      for (const assignee of [by(cci), by(cci2), null]) await ok(cci.call(assignTask, { params, body: { assignee } }))
    },
    ({ cci, waiting, made }) =>
      (['queue.assigned', 'queue.handed-over', 'queue.given-back'] as const).map(event => [
        event,
        by(cci),
        org(waiting),
        `validation ${made.validation}`,
      ]),
  ],
  [
    'the mark taken away',
    ({ cci }) => ok(cci.call(saveWatermark, { body: { enabled: false } })),
    ({ cci }) => [['watermark.saved', by(cci), null, 'watermark pdf']],
  ],
  [
    'a rule of the centre',
    ({ cci }) => ok(cci.call(saveCentreRules, { body: { rules: { noticeDays: [30, 7] } } })),
    ({ cci }) => [['centre-rules.saved', by(cci), null, 'centre-rules centre']],
  ],
  [
    'that two people are needed',
    ({ cci }) => ok(cci.call(saveFourEyes, { body: { enabled: true } })),
    ({ cci }) => [['two-people.saved', by(cci), null, 'two-people centre']],
  ],
  [
    'that one is enough again, proposed twice by the same',
    async ({ cci }) => {
      for (let time = 0; time < 2; time++) {
        expect((await cci.call(saveFourEyes, { body: { enabled: false } })).status).toBe(409)
      }
    },
    ({ cci }) => [['proposal.made', by(cci), null, 'two-people centre']],
  ],
  [
    'and done by another',
    ({ cci2 }) => ok(cci2.call(saveFourEyes, { body: { enabled: false } })),
    ({ cci2 }) => [['two-people.saved', by(cci2), null, 'two-people centre']],
  ],
  [
    'a notice of the centre',
    ({ cci, provider }) =>
      ok(cci.call(sendNotice, { body: { idGenericEntity: org(provider), message: 'El viernes no hay portal.' } })),
    ({ cci, provider }) => [['notification.sent', by(cci), org(provider), `participant ${org(provider)}`]],
  ],
]
