import { RESET_CODE_MS } from '#domain/identity/session/reset.ts'
import { ONE_TIME_PASSWORD_DAYS } from '#domain/invitation/invitation.ts'
import { currentLanguage, msg, t } from '#domain/language/translate.ts'
import type { Rejection } from '#domain/notification/definition.ts'
import {
  type DigestKind,
  type DigestLine,
  digestGroups,
  digestSubject,
  linesByExpiry,
} from '#domain/notification/digest/digest.ts'
import { NOTIFICATIONS, type NotificationMail, SEE_NOTICE } from '#domain/notification/mail.ts'
import { notifications } from '#domain/notification/notification.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'
import { OPERATOR_FULL_NAME, OPERATOR_NAME } from '#domain/values/product.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { Block, MailContent } from '#server/platform/mail/letter/content.ts'
import { subjectOf } from '#server/platform/mail/letter/content.ts'
import { htmlOf } from '#server/platform/mail/letter/html.ts'
import { letterText } from '#server/platform/mail/letter/text.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'

/** The data of each template; secrets are derived from `nonce`. */
export type MailData = {
  invitation: { name: string; nonce: string; kindLabel: string }
  'invitation-reminder': { name: string; kindLabel: string }
  'user-created': { name: string; nonce: string }
  'password-ending': { name: string; endsAt: string; canBeSentAgain: boolean }
  'password-reset': { name: string; nonce: string }
  /** A mail queued by an earlier version has only the first three. */
  notification: {
    name: string
    reason: string
    message: string
    rejections?: readonly Rejection[]
    /** The reader hears only because its organisation uses the service: CCI's copies leave it out (BASE-11). */
    forUse?: true
  } & Partial<NotificationMail>
  /** Several notifications: a digest, or expiries announced together. */
  digest: { name: string; kind: DigestKind; lines: readonly DigestLine[] }
  'account-notice': { name: string; reason: string; message: string; english?: string }
}

export type MailTemplate = keyof MailData

export type MailContext = {
  productName: string
  publicUrl: string
  secrets: Secrets
  recipient: string
  /** The time of the event that the mail reports; the mail may arrive days later. */
  writtenAt: string
}

export type MailText = { subject: string; text: string; html: string }

/** The key of the mail's secret is not loaded: a secret derived with another key would not work. */
export class KeyMissing extends Error {
  constructor() {
    super('La clave de su contraseña no está')
    this.name = 'KeyMissing'
  }
}

function secretOf(secrets: Secrets, purpose: 'one-time-password' | 'reset-code', nonce: string): string {
  if (!secrets.knows(nonce)) throw new KeyMissing()
  return secrets.derive(purpose, nonce)
}

/** The expiry of a mailed one-time password, counted from the writing of its mail (D7). */
const temporaryUntil = (writtenAt: string) =>
  t`La contraseña es temporal: sirve hasta que elija la suya, como mucho hasta el ${formatInstant(after(writtenAt, ONE_TIME_PASSWORD_DAYS * DAY))} (hora de Madrid).`

const ABOUT_ACCESS = msg('Este correo se envía siempre: trata del acceso a su cuenta.')

const entry = ({ publicUrl, productName }: MailContext) => ({
  label: t`Entrar en ${productName}`,
  href: `${publicUrl}/auth/sign-in`,
})

/** The way in for who has not chosen a language yet: in English by itself, so it is not translated (EXP-12). */
const entryInEnglish = ({ publicUrl }: MailContext): Block[] =>
  currentLanguage() === 'en'
    ? []
    : [
        {
          items: [
            {
              text: 'You can use the portal, and receive its e-mails, in English.',
              note: 'English',
              label: 'Sign in in English',
              href: `${publicUrl}/auth/sign-in?idioma=en`,
            },
          ],
        },
      ]

const digestWords: Readonly<Record<DigestKind, { intro: string; why: string }>> = {
  DAILY: {
    intro: msg('Estos son sus avisos desde el último resumen diario.'),
    why: msg('tiene elegido el resumen diario para estos avisos'),
  },
  WEEKLY: {
    intro: msg('Estos son sus avisos desde el último resumen semanal.'),
    why: msg('tiene elegido el resumen semanal para estos avisos'),
  },
  EXPIRIES: {
    intro: msg('Estas son las próximas fechas de caducidad que le atañen.'),
    why: msg('tiene activados por correo estos avisos'),
  },
}

/** The lines of a digest: by participant and type, or the expiries by date. */
function digestBlocks(kind: DigestKind, lines: readonly DigestLine[], { publicUrl }: MailContext): Block[] {
  const items = (ofPart: readonly DigestLine[]): Block => ({
    items: ofPart.map(({ type, message, english, at, path }) => ({
      text: inOwn(message, english),
      note: formatInstant(at),
      label: t(path === NOTIFICATIONS ? SEE_NOTICE : notifications[type].button),
      href: `${publicUrl}${path}`,
    })),
  })
  if (kind === 'EXPIRIES') {
    const byDay = Map.groupBy(linesByExpiry(lines), ({ expiresOn }) => (expiresOn ? formatDay(expiresOn) : ''))
    return [...byDay].flatMap(([day, ofDay]): Block[] => [{ heading: day, level: 2 }, items(ofDay)])
  }
  return digestGroups(lines).flatMap(({ title, parts }): Block[] => [
    { heading: title, level: 2 },
    ...parts.flatMap((part): Block[] => [{ heading: part.title, level: 3 }, items(part.lines)]),
  ])
}

/** A text that is kept in both languages; a mail that an earlier version queued has only the Spanish one. */
const inOwn = (spanish: string, english: string | null = null) =>
  currentLanguage() === 'en' ? (english ?? spanish) : spanish

/** What each mail says, in the current language. */
const templates: { [T in MailTemplate]: (data: MailData[T], context: MailContext) => MailContent } = {
  invitation: (data, context) => ({
    subject: t`Invitación a ${context.productName}`,
    name: data.name,
    blocks: [
      {
        text: t`El ${OPERATOR_FULL_NAME} le invita a ${context.productName}, el portal en el que se califican los proveedores de la banca, como ${t(data.kindLabel)}.`,
      },
      {
        facts: [
          [t('Usuario'), context.recipient],
          [t('Contraseña'), secretOf(context.secrets, 'one-time-password', data.nonce)],
        ],
      },
      {
        text: t`${temporaryUntil(context.writtenAt)} Al entrar elegirá la suya y completará los datos y la documentación de su organización. Puede dejarlo a medias y seguir otro día.`,
      },
      ...entryInEnglish(context),
    ],
    button: entry(context),
    after: [t('Si no esperaba esta invitación, no haga nada: sin entrar no se crea nada a su nombre.')],
    why: t`Recibe este correo porque el ${OPERATOR_NAME} ha invitado a su organización con esta dirección. ${t(ABOUT_ACCESS)}`,
    preferences: null,
  }),
  'invitation-reminder': (data, context) => ({
    subject: t`Su invitación a ${context.productName} sigue abierta`,
    name: data.name,
    blocks: [
      {
        text: t`El ${OPERATOR_FULL_NAME} le recuerda su invitación a ${context.productName}, como ${t(data.kindLabel)}. Le falta completar los datos y la documentación de su organización y enviarla.`,
      },
      {
        facts: [
          [t('Usuario'), context.recipient],
          [t('Contraseña'), t('la que usted eligió')],
        ],
      },
      ...entryInEnglish(context),
    ],
    button: entry(context),
    after: [t('Si no la recuerda, pulse «Recuperar contraseña» en la misma página.')],
    why: t`Recibe este correo porque el ${OPERATOR_NAME} ha invitado a su organización con esta dirección. ${t(ABOUT_ACCESS)}`,
    preferences: null,
  }),
  'user-created': (data, context) => ({
    subject: t`Su usuario de ${context.productName}`,
    name: data.name,
    blocks: [
      { text: t`Se ha creado su usuario en ${context.productName}.` },
      {
        facts: [
          [t('Usuario'), context.recipient],
          [t('Contraseña'), secretOf(context.secrets, 'one-time-password', data.nonce)],
        ],
      },
      { text: t`${temporaryUntil(context.writtenAt)} Al entrar elegirá la suya.` },
      ...entryInEnglish(context),
    ],
    button: entry(context),
    after: [],
    why: t`Recibe este correo porque se ha creado un usuario con esta dirección. ${t(ABOUT_ACCESS)}`,
    preferences: null,
  }),
  'password-ending': (data, context) => ({
    subject: t`Su contraseña de ${context.productName} caduca pronto`,
    name: data.name,
    blocks: [
      {
        text: t`Aún no ha elegido su contraseña de ${context.productName}. La que le enviamos por correo sirve hasta el ${data.endsAt} (hora de Madrid).`,
      },
      {
        facts: [
          [t('Usuario'), context.recipient],
          [t('Contraseña'), t('la que le enviamos')],
        ],
      },
      {
        text: data.canBeSentAgain
          ? t`Al entrar elegirá la suya. Después de ese día, el ${OPERATOR_NAME} tendrá que enviarle de nuevo la invitación, o usted pedir otra contraseña con «Recuperar contraseña» en la misma página.`
          : t(
              'Al entrar elegirá la suya. Después de ese día, tendrá que pedir otra contraseña con «Recuperar contraseña» en la misma página.',
            ),
      },
    ],
    button: entry(context),
    after: [],
    why: t`Recibe este correo porque tiene un usuario con esta dirección. ${t(ABOUT_ACCESS)}`,
    preferences: null,
  }),
  'password-reset': (data, { productName, publicUrl, secrets, writtenAt }) => ({
    subject: t`Recuperar su contraseña de ${productName}`,
    name: data.name,
    blocks: [
      {
        text: t`Alguien ha pedido recuperar la contraseña de este correo en ${productName}. Para elegir una nueva, abra este enlace antes del ${formatInstant(after(writtenAt, RESET_CODE_MS))} (hora de Madrid):`,
      },
    ],
    button: {
      label: t('Elegir otra contraseña'),
      href: `${publicUrl}/auth/reset-password?code=${secretOf(secrets, 'reset-code', data.nonce)}`,
    },
    after: [
      t('El enlace sirve una sola vez. Si no lo ha pedido usted, no haga nada: su contraseña sigue siendo la misma.'),
    ],
    why: t`Recibe este correo porque se ha pedido recuperar una contraseña con esta dirección. ${t(ABOUT_ACCESS)}`,
    preferences: null,
  }),
  notification: (data, { productName, publicUrl, writtenAt }) => ({
    subject: data.subject ?? t(data.reason),
    name: data.name,
    blocks: [
      { text: data.message },
      ...(data.rejections ?? []).map(({ document, reason }) => ({ quote: reason, of: t`Motivo de «${document}»` })),
      { text: t`Fecha: ${formatInstant(writtenAt)} (hora de Madrid).` },
    ],
    button: { label: data.button ?? t('Ver el aviso'), href: `${publicUrl}${data.path ?? '/notifications'}` },
    after: [],
    why: t`Recibe este correo porque su usuario de ${productName} tiene activado por correo el aviso «${t(data.reason)}».`,
    preferences: `${publicUrl}/account?parte=avisos`,
  }),
  digest: ({ name, kind, lines }, context) => ({
    subject: digestSubject(kind, lines),
    name,
    blocks: [{ text: t(digestWords[kind].intro) }, ...digestBlocks(kind, lines, context)],
    button: { label: t('Ver todos los avisos'), href: `${context.publicUrl}/notifications` },
    after: [],
    why: t`Recibe este correo porque su usuario de ${context.productName} ${t(digestWords[kind].why)}.`,
    preferences: `${context.publicUrl}/account?parte=avisos`,
  }),
  'account-notice': (data, { productName, publicUrl }) => ({
    subject: `${productName}: ${t(data.reason)}`,
    name: data.name,
    blocks: [{ text: inOwn(data.message, data.english) }],
    button: { label: t('Revisar la seguridad de su cuenta'), href: `${publicUrl}/account` },
    after: [
      t`Si ha sido usted, no tiene que hacer nada. Si no, cambie ya su contraseña y cierre las demás sesiones, o pida otra contraseña en ${publicUrl}/auth/sign-in, y avise al ${OPERATOR_NAME}.`,
    ],
    why: t('Este correo se envía siempre: trata de la seguridad de su cuenta.'),
    preferences: null,
  }),
}

/** The subject, plain text and HTML of a mail. */
export function mailText<T extends MailTemplate>(template: T, data: MailData[T], context: MailContext): MailText {
  const content = templates[template](data, context)
  return { subject: subjectOf(content), text: letterText(content), html: htmlOf(content, context.productName) }
}
