import { explainAssessment, listAssessments, readAssessment } from '#domain/assessment/contract.ts'
import { listFindings } from '#domain/assessment/finding/contract.ts'
import { listFrameworks, readFramework } from '#domain/assessment/framework/contract.ts'
import { readCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { listDocumentCatalogues, listServices, readDataCatalogue } from '#domain/catalogue/contract.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { listDocuments } from '#domain/document/contract.ts'
import { listLogins } from '#domain/identity/login-statistics/contract.ts'
import { readSecondFactorRules } from '#domain/identity/second-factor/contract.ts'
import { listUsers, listUsersOfParticipant, readUser } from '#domain/identity/user/contract.ts'
import { listBulletins } from '#domain/incident/bulletin/contract.ts'
import { listIncidents, readIncident } from '#domain/incident/contract.ts'
import { listKeys } from '#domain/integration/key/contract.ts'
import { listDeliveries, listWebhooks, readWebhook } from '#domain/integration/webhook/contract.ts'
import { listInvitations } from '#domain/invitation/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { listDemoMails } from '#domain/notification/demo/contract.ts'
import { listJobs } from '#domain/notification/operation/job/contract.ts'
import { listOutgoingMails } from '#domain/notification/operation/outgoing-mail/contract.ts'
import { listServers } from '#domain/notification/operation/server/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { listSectorConcentration } from '#domain/participant/chain/sector.ts'
import { listServiceFacts } from '#domain/participant/company/contract.ts'
import { listParticipants, readOverview, readOwnParticipant, readParticipant } from '#domain/participant/contract.ts'
import { readIndependence } from '#domain/report-request/independence/contract.ts'
import { listScores } from '#domain/report-request/score/contract.ts'
import { readDue } from '#domain/start/contract.ts'
import { listConcentration } from '#domain/supervision/chain/contract.ts'
import { readEditions } from '#domain/supervision/register/edition/contract.ts'
import { listFunctions } from '#domain/supervision/register/entry/contract.ts'
import { readSummary } from '#domain/supervision/register/summary/contract.ts'
import { listReliance, readReliance } from '#domain/supervision/reliance/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { listClarifications } from '#domain/validation/clarification/contract.ts'
import { listValidations, readQueue, readValidation } from '#domain/validation/contract.ts'
import { readStatistics } from '#domain/validation/statistics/contract.ts'

/** The viewers of a screen. The last three are before acceptance: sent, in draft, invited. */
export const people = {
  guest: null,
  cci: 'cci@almotacen.example',
  provider: 'proveedor@almotacen.example',
  evaluator: 'evaluador@almotacen.example',
  entity: 'entidad@almotacen.example',
  waiting: 'hontanar@almotacen.example',
  draft: 'borrador@almotacen.example',
  newcomer: 'nuevo@almotacen.example',
} as const
export type Who = keyof typeof people

/** The parameters of a URL: `participant-validation` pairs, or one id. */
export type Places = {
  provider: string
  documentation: string
  ownDocumentation: string
  sentDocumentation: string
  pendingReport: string
  scoredReport: string
  rejectedRequest: string
  /** In the last 90 days before its expiry. */
  renewable: string
  incident: string
  /** A published evaluation, which banks read. */
  evaluation: string
  /** The request of the evaluation that the evaluator has half done. */
  draftEvaluation: string
  /** A request that waits for the evaluator's declaration; '' where the world has no evaluations. */
  undeclared: string
  /** A signed reliance file of the bank; '' where there is none. */
  relianceFile: string
  /** Raised by the viewing provider. */
  ownIncident: string
  /** Of the viewing bank, without a delivery. */
  webhook: string
}

/** One screen for one kind of user. */
export type Screen = {
  /** As the route tree writes it. */
  route: string
  who: Who
  path: string | ((places: Places) => string)
  /** Its only h1 once loaded. */
  title: string | RegExp
  /** The calls that load it; none for a form. */
  reads: readonly Contract[]
  /** Texts or empty fields that appear only after the answers. */
  shows: string | RegExp
  /** The text without data, and the required setup: nothing at all, or only the participants. */
  empty?: { says: string; given?: 'participants' }
  /** The users who get an explanation instead, with its heading. */
  closed?: Partial<Record<Who, string>>
  /** The roles that only the server can refuse. */
  asks?: true
  /** Nothing is at its path, and the server says so. */
  missing?: true
}

const FORBIDDEN = 'No tiene acceso a esta pantalla'
const but = (...who: Who[]) => Object.fromEntries(who.map(each => [each, FORBIDDEN])) as Partial<Record<Who, string>>
const participants = ['provider', 'evaluator', 'entity'] as const
const RENEWAL = 'Renovar la calificación'
const NEW_REQUEST = 'Enviar solicitud de verificación de informe de auditoría'

/** Every defined screen, for each role that can reach it; `src/web/app/screens.test.ts` says when one is missing. */
export const screens: readonly Screen[] = [
  ...['/auth/sign-in', '/sign-in'].map(
    (route): Screen => ({
      route,
      who: 'guest',
      path: route,
      title: 'Acceso al portal',
      reads: [],
      shows: 'Recuperar contraseña',
    }),
  ),
  ...['/auth/reset-password', '/reset-password'].map(
    (route): Screen => ({
      route,
      who: 'guest',
      path: route,
      title: 'Nueva contraseña',
      reads: [],
      shows: /^El enlace ya no sirve/,
    }),
  ),
  ...(['/verify', '/verify/$code'] as const).map(
    (route): Screen => ({
      route,
      who: 'guest',
      path: route.replace('$code', '0000-0000-0000-0000'),
      title: route === '/verify' ? 'Comprobar un certificado' : 'Certificado de calificación',
      reads: [],
      shows: route === '/verify' ? 'Código del certificado' : /^No hay ningún certificado/,
      ...(route === '/verify' ? {} : { missing: true }),
    }),
  ),
  {
    route: '/auth/single-sign-on',
    who: 'guest',
    path: '/auth/single-sign-on',
    title: 'Acceso al portal',
    reads: [],
    shows: 'Recuperar contraseña',
  },
  {
    route: '/auth/change-password',
    who: 'newcomer',
    path: '/auth/change-password',
    title: 'Elija su contraseña',
    reads: [],
    shows: 'Leer la política de privacidad y las condiciones de uso',
    closed: { guest: 'Acceso al portal', provider: 'Buenos días, Lucía' },
  },
  {
    route: '/auth/mandatory-data',
    who: 'draft',
    path: '/auth/mandatory-data',
    title: 'Complete su alta',
    reads: [listDocuments, readOwnParticipant, readDataCatalogue],
    shows: 'Continuar',
    closed: { guest: 'Acceso al portal', provider: 'Buenos días, Lucía' },
  },
  {
    route: '/demo/correo',
    who: 'guest',
    path: '/demo/correo',
    title: 'Correo de demostración',
    reads: [listDemoMails],
    shows: /^Recuperar su contraseña de/,
    empty: { says: 'Todavía no se ha enviado ningún correo', given: 'participants' },
  },

  {
    route: '/',
    who: 'provider',
    path: '/',
    title: 'Buenos días, Lucía',
    reads: [listValidations, readDue, readOverview, readAgenda, listNotifications],
    shows: 'Archivo intermedio',
    empty: { says: 'Todavía no ha enviado ningún informe de auditoría.' },
    closed: { cci: 'Cola de verificación' },
  },
  {
    route: '/',
    who: 'evaluator',
    path: '/',
    title: 'Buenos días, Beatriz',
    reads: [readOwnParticipant, listValidations, readDue, readOverview, readAgenda, listNotifications],
    shows: 'Acreditado hasta',
    empty: { says: 'Todavía no le ha elegido ningún proveedor.' },
  },
  {
    route: '/',
    who: 'entity',
    path: '/',
    title: 'Sus proveedores, hoy',
    reads: [listValidations, readDue, readOverview, readAgenda, listNotifications],
    shows: /Cantera Nube/,
    empty: { says: 'Todavía no tiene favoritos' },
  },
  {
    route: '/',
    who: 'waiting',
    path: '/',
    title: 'Buenos días, Sergio',
    reads: [readValidation, listNotifications],
    shows: 'SUS DOCUMENTOS',
  },

  {
    route: '/manana',
    who: 'provider',
    path: '/manana',
    title: 'Buenos días, Lucía',
    reads: [listValidations, readDue, readOverview, readAgenda, listNotifications],
    shows: 'Archivo intermedio',
  },

  {
    route: '/provider',
    who: 'cci',
    path: '/provider',
    title: 'Cola de verificación',
    reads: [readQueue, readDue, readOverview],
    shows: 'Hontanar Centros de Datos, S.A.',
    empty: { says: 'No hay nada por verificar' },
  },
  {
    route: '/provider',
    who: 'provider',
    path: '/provider',
    title: 'BÚSQUEDA DE SERVICIOS',
    reads: [readOverview],
    shows: 'Archivo intermedio',
    empty: { says: 'Sin solicitudes' },
    closed: but('waiting'),
  },
  {
    route: '/provider',
    who: 'evaluator',
    path: '/provider',
    title: 'PROVEEDORES',
    reads: [readOverview],
    shows: 'Alojamiento en nube',
    empty: { says: 'Todavía no le ha elegido ningún proveedor' },
  },
  {
    route: '/provider',
    who: 'entity',
    path: '/provider',
    title: 'BÚSQUEDA PROVEEDORES',
    reads: [readOverview],
    shows: 'Alojamiento en nube',
    empty: { says: 'No hay proveedores' },
  },
  {
    route: '/required-levels',
    who: 'entity',
    path: '/required-levels',
    title: 'Niveles exigidos',
    reads: [listUses],
    shows: /^Tramontana Custodia Digital, S\.L\./,
    empty: { says: 'Todavía no ha declarado ningún servicio' },
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/register',
    who: 'entity',
    path: '/register?step=functions',
    title: 'Registro de información',
    reads: [listFunctions],
    shows: 'Todavía no ha añadido ninguna función',
    empty: { says: 'Todavía no ha añadido ninguna función' },
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/register/summary',
    who: 'entity',
    path: '/register/summary',
    title: 'Resumen del registro',
    reads: [readSummary],
    shows: 'Contratos, proveedores y funciones',
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/reliance',
    who: 'entity',
    path: '/reliance',
    title: 'Expedientes de confianza',
    reads: [listReliance],
    shows: /^Firmado hasta el/,
    empty: { says: 'Ningún servicio que utiliza sustenta una función esencial o importante' },
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/reliance/$id',
    who: 'entity',
    path: ({ relianceFile }) => `/reliance/${relianceFile}`,
    title: /^Expediente de confianza n\.º \d+$/,
    reads: [readReliance],
    shows: 'CONCLUSIÓN Y FIRMA',
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/concentration',
    who: 'entity',
    path: '/concentration',
    title: 'Concentración',
    reads: [listConcentration],
    shows: 'Ninguna empresa sustenta dos o más de sus servicios',
    empty: { says: 'Ninguna empresa sustenta dos o más de sus servicios' },
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/chain',
    who: 'provider',
    path: '/chain',
    title: 'Subcontratación',
    reads: [listServiceFacts],
    shows: 'Destrucción confidencial',
    empty: { says: 'Todavía no tiene ningún servicio', given: 'participants' },
    closed: but('cci', 'evaluator', 'entity', 'waiting'),
  },
  {
    route: '/sector-concentration',
    who: 'cci',
    path: '/sector-concentration',
    title: 'Concentración del sector',
    reads: [listSectorConcentration],
    shows: 'Ningún proveedor ha declarado todavía quién trabaja para él',
    empty: { says: 'Ningún proveedor ha declarado todavía quién trabaja para él' },
    closed: but(...participants),
  },
  {
    route: '/integrations',
    who: 'entity',
    path: '/integrations',
    title: 'Claves y webhooks',
    reads: [listKeys, listWebhooks],
    shows: 'No hay ninguna clave de API',
    empty: { says: 'No hay ningún webhook' },
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/integrations/$webhookId',
    who: 'entity',
    path: ({ webhook }) => `/integrations/${webhook}`,
    title: 'Webhook',
    reads: [readWebhook, listDeliveries],
    shows: 'Todavía no hay ninguna entrega',
  },
  {
    route: '/bulletins',
    who: 'entity',
    path: '/bulletins',
    title: 'Comunicados',
    reads: [listBulletins],
    shows: 'No ha recibido ningún comunicado',
    empty: { says: 'No ha recibido ningún comunicado' },
    closed: but('cci', 'provider', 'evaluator'),
  },
  ...(['cci', 'provider', 'evaluator', 'entity'] as const).map(
    (who): Screen => ({
      route: '/provider/$idProvider',
      who,
      path: ({ ownDocumentation }) => `/provider/${ownDocumentation.split('-')[0]}`,
      title: 'Tramontana Custodia Digital, S.L.',
      reads: [readParticipant, listValidations],
      shows: /en vigor de \d+ solicitud/,
    }),
  ),
  {
    route: '/provider-comparison',
    who: 'entity',
    path: ({ provider, ownDocumentation }) =>
      `/provider-comparison?compare=${provider}-${ownDocumentation.split('-')[0]}`,
    title: 'Comparación de proveedores',
    reads: [readOverview, readParticipant, listValidations],
    shows: 'Número de empleados',
    closed: but('cci', 'provider', 'evaluator'),
  },
  {
    route: '/entity',
    who: 'cci',
    path: '/entity',
    title: 'BÚSQUEDA ENTIDADES',
    reads: [readOverview],
    shows: 'Banco Santander, S.A.',
    empty: { says: 'No hay entidades' },
    closed: but(...participants),
  },
  {
    route: '/audit',
    who: 'cci',
    path: '/audit',
    title: 'BÚSQUEDA EVALUADORES',
    reads: [readOverview],
    shows: 'Auditoría Somport, S.L.P.',
    empty: { says: 'No hay evaluadores' },
    closed: but(...participants),
  },
  ...(['cci', ...participants] as const).map(
    (who): Screen => ({
      route: '/notifications',
      who,
      path: '/notifications',
      title: 'Notificaciones',
      reads: [listNotifications],
      shows: {
        cci: /ha enviado documentación para verificar/,
        provider: /Destrucción confidencial/,
        evaluator: /Custodia documental/,
        entity: /Alojamiento en nube/,
      }[who],
      empty: { says: 'No tiene notificaciones' },
    }),
  ),
  ...participants.map(
    (who): Screen => ({
      route: '/own-data',
      who,
      path: '/own-data',
      title: 'Mis datos',
      reads: [readOwnParticipant, readDataCatalogue, readUser],
      shows: { provider: 'CNAE', evaluator: /ROAC/, entity: /NRBE/ }[who],
    }),
  ),
  ...participants.map(
    (who): Screen => ({
      route: '/own-documentation',
      who,
      path: '/own-documentation',
      title: 'Mi documentación',
      reads: [readValidation],
      shows: 'Documentos',
      empty: { says: 'No se le pide ningún documento' },
      ...(who === 'provider' ? { closed: but('cci') } : {}),
    }),
  ),
  {
    route: '/security',
    who: 'cci',
    path: '/security',
    title: 'Mi cuenta',
    reads: [],
    shows: 'Contraseña actual',
  },
  ...(['cci', ...participants] as const).map(
    (who): Screen => ({
      route: '/account',
      who,
      path: '/account',
      title: 'Mi cuenta',
      reads: [],
      shows: 'Contraseña actual',
    }),
  ),
  {
    route: '/editUser/$idGenericEntity/$role',
    who: 'cci',
    path: ({ provider }) => `/editUser/${provider}/PROVIDER`,
    title: /^Editar Cantera/,
    reads: [readParticipant, readDataCatalogue],
    shows: 'CNAE',
    closed: but(...participants),
  },

  ...(['cci', ...participants] as const).map(
    (who): Screen => ({
      route: '/user-management',
      who,
      path: '/user-management',
      title: 'Gestión de usuarios',
      reads: [listUsersOfParticipant],
      shows: {
        cci: /^Andrés Cano/,
        provider: /^Íñigo Salcedo/,
        evaluator: /^Beatriz Quintanilla/,
        entity: /^Marcos Vidal/,
      }[who],
    }),
  ),
  {
    route: '/view-users',
    who: 'cci',
    path: '/view-users',
    title: 'Usuarios por participante',
    reads: [listUsers],
    shows: /^Arcadio Mensajería/,
    closed: but(...participants),
  },
  ...(['provider', 'entity'] as const).map(
    (who): Screen => ({
      route: '/incidences',
      who,
      path: '/incidences',
      title: 'NOTIFICAR INCIDENCIA',
      reads: [listIncidents],
      shows: 'Corte de la línea de digitalización',
      empty: { says: 'No hay incidencias' },
      ...(who === 'provider' ? { closed: but('evaluator') } : {}),
    }),
  ),
  {
    route: '/incidences/incidences-CCI',
    who: 'cci',
    path: '/incidences/incidences-CCI',
    title: 'GESTIÓN INCIDENCIA',
    reads: [listIncidents],
    shows: 'Corte de la centralita',
    empty: { says: 'No hay incidencias' },
    closed: but(...participants),
  },
  {
    route: '/incidences/open-incidence/$key',
    who: 'cci',
    path: ({ incident }) => `/incidences/open-incidence/${incident}-w`,
    title: 'Parada de la línea de ensobrado',
    reads: [readIncident],
    shows: 'Parada de la línea de ensobrado',
    closed: { ...but('evaluator'), provider: 'Incidencia' },
    asks: true,
  },
  {
    route: '/incidences/open-incidence/$key',
    who: 'cci',
    path: ({ provider }) => `/incidences/open-incidence/${provider}--w`,
    title: 'Nueva incidencia',
    reads: [readParticipant],
    shows: 'Título',
    closed: but(...participants),
  },
  {
    route: '/incidences/open-incidence/$key',
    who: 'provider',
    path: ({ ownIncident }) => `/incidences/open-incidence/${ownIncident}-r`,
    title: 'Corte de la línea de digitalización',
    reads: [readIncident],
    shows: 'Media hora sin línea.',
    closed: { entity: 'Incidencia' },
    asks: true,
  },
  {
    route: '/documentation-data-configuration',
    who: 'cci',
    path: '/documentation-data-configuration',
    title: 'Documentación y datos',
    reads: [listDocumentCatalogues, readDataCatalogue],
    shows: 'DOCUMENTACIÓN REQUERIDA',
    empty: { says: 'No se pide ningún documento' },
    closed: but(...participants),
  },
  {
    route: '/service-configuration',
    who: 'cci',
    path: '/service-configuration',
    title: 'Servicios',
    reads: [listServices],
    shows: 'Destrucción confidencial',
    empty: { says: 'No hay ningún servicio' },
    closed: but(...participants),
  },
  {
    route: '/control-framework',
    who: 'cci',
    path: '/control-framework',
    title: 'Marco de controles',
    reads: [listFrameworks, readFramework],
    shows: 'Criptografía',
    empty: { says: 'No hay ningún marco de controles', given: 'participants' },
    closed: but(...participants),
  },
  {
    route: '/assessments',
    who: 'evaluator',
    path: '/assessments',
    title: 'Evaluaciones',
    reads: [listAssessments, readOverview, listFindings],
    shows: /Cantera/,
    empty: { says: 'No hay ninguna evaluación' },
    closed: but('cci', 'provider', 'entity'),
  },
  ...(['cci', 'provider', 'evaluator'] as const).map(
    (who): Screen => ({
      route: '/findings',
      who,
      path: '/findings',
      title: 'Hallazgos',
      reads: [listFindings],
      shows: 'Plan de continuidad sin revisar',
      empty: { says: 'No hay ningún hallazgo abierto' },
      closed: but('entity'),
    }),
  ),
  ...(['cci', 'provider', 'evaluator'] as const).map(
    (who): Screen => ({
      route: '/clarifications',
      who,
      path: '/clarifications',
      title: 'Aclaraciones',
      reads: [listClarifications],
      shows: 'Alcance de la visita a la nave 2',
      empty: { says: 'No hay ninguna aclaración' },
      closed: but('entity'),
    }),
  ),
  {
    route: '/assessment/$validationId',
    who: 'evaluator',
    path: ({ draftEvaluation }) => `/assessment/${draftEvaluation}`,
    title: 'Evaluación de un servicio',
    reads: [readValidation, listAssessments, readAssessment, readFramework],
    shows: 'Siguiente sin responder',
    closed: but('cci', 'provider', 'entity'),
  },
  {
    route: '/independence',
    who: 'evaluator',
    path: '/independence',
    title: 'Independencia',
    reads: [listValidations],
    shows: /Declarar|Ver la declaración/,
    empty: { says: 'No hay nada que declarar' },
    closed: but('cci', 'provider', 'entity'),
  },
  {
    route: '/independence/$validationId',
    who: 'evaluator',
    path: ({ undeclared }) => `/independence/${undeclared}`,
    title: 'Declaración de independencia',
    reads: [readValidation, readIndependence],
    shows: /^¿Ha participado en el diseño/,
    closed: but('cci', 'provider', 'entity'),
  },
  ...(['cci', 'entity'] as const).map(
    (who): Screen => ({
      route: '/assessment-view/$assessmentId',
      who,
      path: ({ evaluation }) => `/assessment-view/${evaluation}`,
      title: 'Evaluación',
      reads: [readAssessment, explainAssessment],
      shows: 'Marco ilustrativo, no oficial',
    }),
  ),
  {
    route: '/access-security',
    who: 'cci',
    path: '/access-security',
    title: 'Seguridad de acceso',
    reads: [readSecondFactorRules],
    shows: 'Evaluadores',
    closed: but(...participants),
  },
  {
    route: '/operation',
    who: 'cci',
    path: '/operation',
    title: 'Correos y procesos',
    reads: [listServers, listOutgoingMails, listJobs],
    shows: 'Enviar los correos',
    closed: but('provider', 'evaluator', 'entity'),
  },
  {
    route: '/centre-rules',
    who: 'cci',
    path: '/centre-rules',
    title: 'Reglas del centro',
    reads: [readCentreRules],
    shows: '90, 60, 30 y 7 días antes y el mismo día',
    closed: but(...participants),
  },
  {
    route: '/register-editions',
    who: 'cci',
    path: '/register-editions',
    title: 'Ediciones del registro',
    reads: [readEditions],
    shows: 'La trae el portal',
    closed: but(...participants),
  },
  {
    route: '/auth/second-factor',
    who: 'guest',
    path: '/auth/second-factor',
    title: 'Acceso al portal',
    reads: [],
    shows: 'Contraseña',
  },
  {
    route: '/statistics',
    who: 'cci',
    path: '/statistics',
    title: 'Estadísticas de verificación',
    reads: [readStatistics],
    shows: 'Cuánto tarda una verificación',
    closed: but(...participants),
  },
  {
    route: '/stadistic-login',
    who: 'cci',
    path: '/stadistic-login',
    title: 'ESTADÍSTICAS DE LOGIN',
    reads: [listLogins],
    shows: /^cci@/,
    closed: but(...participants),
  },
  {
    route: '/access-invitation',
    who: 'cci',
    path: '/access-invitation',
    title: 'Invitaciones',
    reads: [listInvitations],
    shows: /proveedores@caixabank\.example/,
    empty: { says: 'No se ha enviado ninguna invitación' },
    closed: but(...participants),
  },
  {
    route: '/documentation-verification/$key',
    who: 'cci',
    path: ({ sentDocumentation }) => `/documentation-verification/${sentDocumentation}-DOC_MIN`,
    title: 'Verificación de documentación',
    reads: [readValidation],
    shows: /Hontanar Centros de Datos/,
    empty: { says: 'No se pide ningún documento', given: 'participants' },
    closed: but(...participants),
  },
  ...(['cci', 'entity'] as const).map(
    (who): Screen => ({
      route: '/documentation-view/$key',
      who,
      path: ({ documentation }) => `/documentation-view/${documentation}-DOC_MIN`,
      title: /^Documentación de Cantera/,
      reads: [readValidation],
      shows: 'escritura-constitucion.pdf',
      ...(who === 'cci' ? { empty: { says: 'No hay documentos', given: 'participants' as const } } : {}),
      ...(who === 'entity' ? { closed: { provider: 'Documentación', evaluator: 'Documentación' }, asks: true } : {}),
    }),
  ),
  {
    route: '/documentation-view/$key',
    who: 'provider',
    path: ({ ownDocumentation }) => `/documentation-view/${ownDocumentation}-DOC_MIN`,
    title: /^Documentación de Tramontana/,
    reads: [readValidation],
    shows: 'escritura-constitucion.pdf',
  },
  {
    route: '/report-verification/$key',
    who: 'cci',
    path: ({ pendingReport }) => `/report-verification/${pendingReport}-AUDIT_REPORT`,
    title: 'Verificación de informe',
    reads: [readValidation],
    shows: /^Arcadio Mensajería/,
    closed: but(...participants),
  },
  {
    route: '/report-verification/$key',
    who: 'cci',
    path: ({ scoredReport }) => `/report-verification/${scoredReport}-AUDIT_REPORT?paso=2`,
    title: 'Verificación de informe',
    reads: [listScores],
    shows: 'DICTAMEN DE CALIFICACIÓN',
  },
  {
    route: '/send-report',
    who: 'provider',
    path: '/send-report',
    title: NEW_REQUEST,
    reads: [listServices, listParticipants],
    shows: 'Elija un servicio',
    empty: { says: 'No hay servicios que calificar' },
    closed: { cci: NEW_REQUEST, evaluator: NEW_REQUEST, entity: NEW_REQUEST },
  },
  {
    route: '/send-report/$validationId',
    who: 'provider',
    path: ({ rejectedRequest }) => `/send-report/${rejectedRequest}`,
    title: NEW_REQUEST,
    reads: [readValidation],
    shows: /de la solicitud de «Destrucción confidencial»/,
    closed: { evaluator: NEW_REQUEST, entity: NEW_REQUEST },
  },
  {
    route: '/renew-report/$validationId',
    who: 'provider',
    path: ({ renewable }) => `/renew-report/${renewable}`,
    title: RENEWAL,
    reads: [readValidation],
    shows: /^«Custodia documental»\. Su calificación sigue vigente hasta el/,
    closed: { evaluator: RENEWAL, entity: RENEWAL },
  },
  ...(['cci', ...participants] as const).map(
    (who): Screen => ({
      route: '/calendar',
      who,
      path: '/calendar?view=list',
      title: 'Calendario',
      reads: [readAgenda],
      shows: {
        cci: /: Acreditación$/,
        provider: 'Calificación: Custodia documental',
        evaluator: 'Póliza de responsabilidad civil profesional',
        entity: /: Custodia documental$/,
      }[who],
      ...(who === 'cci' ? { empty: { says: 'Nada caduca en estos doce meses' } } : {}),
    }),
  ),
  {
    route: '/send-report-cci/$idGenericEntity',
    who: 'cci',
    path: ({ provider }) => `/send-report-cci/${provider}`,
    title: 'CREAR NUEVA SOLICITUD DE VERIFICACIÓN DE INFORME DE AUDITORÍA',
    reads: [readParticipant],
    shows: /Cantera Nube/,
    closed: {
      provider: 'CREAR NUEVA SOLICITUD DE VERIFICACIÓN DE INFORME DE AUDITORÍA',
      evaluator: 'CREAR NUEVA SOLICITUD DE VERIFICACIÓN DE INFORME DE AUDITORÍA',
      entity: 'CREAR NUEVA SOLICITUD DE VERIFICACIÓN DE INFORME DE AUDITORÍA',
    },
  },
]
