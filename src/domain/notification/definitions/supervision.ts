import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { expiryOf, only, withFullStop } from '#domain/notification/parts.ts'

const ofUse = ({ useId, providerId }: EventPayload): NotificationInfo => ({ idUse: useId, idProvider: providerId })
const levelsPath = () => '/required-levels'

/** What the notices of a date of a contract have in common; it moves with some fields of the contract. */
const ofContract = (fields: readonly string[]) =>
  ({
    about: ({ participantId, arrangementId }: EventPayload): NotificationInfo => ({
      idGenericEntity: participantId,
      idArrangement: arrangementId,
    }),
    settled: null,
    ladder: {
      outlivedBy: ['arrangement.changed', 'arrangement.removed'],
      what: ({ arrangementId, changed }: EventPayload): NotificationInfo | null =>
        arrangementId && changed?.some(field => fields.includes(field)) ? { idArrangement: arrangementId } : null,
    },
    mailGroup: 'supervision',
    target: ({ idArrangement }: NotificationInfo) => `/register?step=arrangements&edit=${idArrangement ?? ''}`,
    button: msg('Ver el contrato'),
    icon: 'calendar-x',
    mark: 'PENDING',
    private: true,
  }) as const

/** What a bank alone hears about the services that it uses, and what providers are asked for banks. */
export const supervisionNotifications = {
  LEVEL_BROKEN: {
    reason: msg('Nivel exigido incumplido'),
    on: {
      'use.level-broken': facts => ({
        to: only(facts.participantId),
        message: withFullStop(
          t`«${facts.serviceName}», de ${facts.providerName}, no cumple el nivel que exige. ${facts.gap}`,
        ),
      }),
    },
    about: ofUse,
    settled: { for: 'participant', by: ['use.level-met', 'use.ended', 'acceptance.made'] },
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Un servicio que utiliza deja de cumplir el nivel que exige.') },
    target: levelsPath,
    button: msg('Ver los niveles exigidos'),
    icon: 'file-alert',
    mark: 'REJECTED',
    private: true,
  },
  LEVEL_MET: {
    reason: msg('Nivel exigido cumplido'),
    on: {
      'use.level-met': facts => ({
        to: only(facts.participantId),
        message: withFullStop(
          t`«${facts.serviceName}», de ${facts.providerName}, cumple el nivel que exige: ${facts.rating}`,
        ),
      }),
    },
    about: ofUse,
    settled: null,
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Un servicio que utiliza vuelve a cumplir el nivel que exige.') },
    target: levelsPath,
    button: msg('Ver los niveles exigidos'),
    icon: 'file-check',
    mark: 'QUALIFIED',
    private: true,
  },
  RELIANCE_REVIEW_DUE: {
    reason: msg('Expediente de confianza por revisar'),
    on: {
      'reliance.due': facts => ({
        to: only(facts.participantId),
        message: withFullStop(
          t`El expediente de confianza de «${facts.serviceName}», de ${facts.providerName}, está por revisar. ${facts.causes}`,
        ),
        onceKey: facts.onceKey,
      }),
    },
    about: facts => ({ ...ofUse(facts), idReliance: facts.relianceId }),
    settled: { for: 'participant', by: ['reliance.signed', 'use.ended'] },
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Un expediente de confianza de su entidad está por revisar.') },
    target: ({ idReliance }) => (idReliance ? `/reliance/${idReliance}` : '/reliance'),
    button: msg('Ver el expediente'),
    icon: 'file-alert',
    mark: 'PENDING',
    private: true,
  },
  ACCEPTANCE_ENDING: {
    reason: msg('Aceptación próxima a caducar'),
    on: {
      'acceptance.ending': facts => ({
        to: only(facts.participantId),
        message: t`Su aceptación del riesgo de «${facts.serviceName}», de ${facts.providerName}, caduca el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofUse,
    settled: null,
    ladder: { outlivedBy: [], what: ({ useId }) => (useId ? { idUse: useId } : null) },
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Una aceptación del riesgo de su entidad está próxima a caducar.') },
    target: levelsPath,
    button: msg('Ver los niveles exigidos'),
    icon: 'calendar-x',
    mark: 'PENDING',
    private: true,
  },
  OWN_LEI_ENDING: {
    reason: msg('LEI por renovar'),
    on: {
      'register-entity.lei-ending': facts => ({
        to: only(facts.participantId),
        message: t`El LEI de su entidad debe renovarse antes del ${expiryOf(facts)}: con uno caducado se rechaza su registro de información. Cuando lo renueve, anote la nueva fecha.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ({ participantId }) => ({ idGenericEntity: participantId }),
    settled: null,
    ladder: {
      outlivedBy: ['register-entity.saved'],
      what: ({ participantId, extended }) => (extended && participantId ? { idGenericEntity: participantId } : null),
    },
    mailGroup: 'supervision',
    mail: { ENTITY: msg('El LEI de su entidad está próximo a caducar.') },
    target: () => '/register?step=entity',
    button: msg('Ver el registro'),
    icon: 'calendar-x',
    mark: 'PENDING',
    private: true,
  },
  CONTRACT_ENDING: {
    reason: msg('Contrato próximo a su fin'),
    on: {
      'arrangement.ending': facts => ({
        to: only(facts.participantId),
        message: t`El contrato ${facts.reference} de su registro de información termina el ${expiryOf(facts)}. Si se renueva, anote la nueva fecha.`,
        onceKey: facts.onceKey,
      }),
    },
    ...ofContract(['endsOn']),
    mail: { ENTITY: msg('Un contrato de su registro de información termina pronto.') },
  },
  CONTRACT_NOTICE_ENDING: {
    reason: msg('Preaviso de un contrato'),
    on: {
      'arrangement.notice-ending': facts => ({
        to: only(facts.participantId),
        message: t`Hasta el ${expiryOf(facts)} puede avisar con el preaviso pactado de que el contrato ${facts.reference} de su registro de información no continúa.`,
        onceKey: facts.onceKey,
      }),
    },
    ...ofContract(['endsOn', 'noticeEntityDays', 'endReason']),
    mail: { ENTITY: msg('El plazo de preaviso de un contrato de su registro de información acaba pronto.') },
  },
  REGISTER_DATA_ASKED: {
    reason: msg('Datos para el registro de sus clientes'),
    on: {
      'register-ask.made': facts => ({
        to: only(facts.participantId),
        message: t(
          'Entidades que utilizan sus servicios necesitan sus datos para el registro de información. Complételos una vez para todas.',
        ),
      }),
    },
    about: ({ participantId }) => ({ idGenericEntity: participantId, place: 'register-data' }),
    settled: { for: 'participant', by: ['company-identity.saved', 'service-facts.saved'] },
    mailGroup: 'documentation',
    mail: { PROVIDER: msg('Entidades que utilizan sus servicios piden sus datos para el registro de información.') },
    target: () => '/own-data',
    button: msg('Completar los datos'),
    icon: 'file-plus',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
