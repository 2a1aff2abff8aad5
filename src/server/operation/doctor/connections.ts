/** What the portal reaches, and how it is reached from outside. */

import { measured } from '#server/kernel/measured.ts'
import type { Check, Finding, Site } from '#server/operation/doctor/finding.ts'
import { broken, causeOf, ok, together, warn } from '#server/operation/doctor/finding.ts'
import type { Visit } from '#server/operation/doctor/visit.ts'
import { PRETENDED, visit } from '#server/operation/doctor/visit.ts'
import { DAY } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { version } from '#server/platform/installation/version.ts'
import { outboxFolder } from '#server/platform/mail/outbox-folder.ts'
import type { SmtpLimits } from '#server/platform/mail/transport.ts'
import { checkSmtp, smtpTransport } from '#server/platform/mail/transport.ts'
import { isOf } from '#server/platform/networks.ts'

/** An operator waits for the answer. */
const SMTP: SmtpLimits = { stepMs: 10_000, answerMs: 20_000, attemptMs: 25_000 }
const HOUR_S = 3600

async function queued({ db, clock }: Site): Promise<(Finding | null)[]> {
  if (!db) return []
  const { mails_given_up: givenUp = 0, oldest_mail_seconds: oldest = 0 } = await measured({ db, clock })
  const advice = 'Vea por qué en «Correos y procesos».'
  return [
    givenUp > 0 ? warn(`Correos que no se entregaron: ${givenUp}.`, advice) : null,
    oldest > HOUR_S ? warn(`Un correo espera desde hace ${Math.floor(oldest / HOUR_S)} h.`, advice) : null,
  ]
}

async function sendTrial({ settings, clock, publicUrl }: Site, url: string, to: string): Promise<void> {
  const transport = smtpTransport(url, { plain: settings.plainConnections, limits: SMTP })
  const text = `Este correo de prueba lo pidió quien administra ${publicUrl}. Si lo lee, el correo del portal llega.`
  const now = clock.now()
  try {
    await transport.send({
      from: settings.mailFrom,
      to,
      subject: `${settings.productName}: prueba de correo`,
      text,
      html: `<p>${text}</p>`,
      messageId: `<${newId(now)}@${new URL(publicUrl).hostname}>`,
      date: new Date(now),
    })
  } finally {
    transport.close()
  }
}

export const mail: Check = {
  name: 'mail',
  title: 'Correo',
  async look(site) {
    const { settings, mailTo } = site
    const { smtpUrl, plainConnections: plain, dataDir } = settings
    if (!smtpUrl)
      return warn(
        `Sin servidor de correo: los correos quedan en ${outboxFolder(dataDir)}.`,
        'Ponga SMTP_URL para que lleguen.',
      )
    const waiting = await queued(site)
    try {
      await checkSmtp(smtpUrl, { plain, limits: SMTP })
      if (mailTo) await sendTrial(site, smtpUrl, mailTo)
    } catch (error) {
      const what = mailTo ? 'El servidor de correo no acepta el de prueba' : 'El servidor de correo no responde'
      return broken(`${what} (${causeOf(error)}).`, 'Compruebe SMTP_URL, el cortafuegos y el usuario de correo.')
    }
    const fine = mailTo ? `Enviado un correo de prueba a ${mailTo}.` : 'El servidor de correo saluda y deja entrar.'
    return together(waiting, fine)
  },
}

/** The bucket fails at once, for an operator who waits. */
const BUCKET = { connectMs: 3_000, silenceMs: 10_000, commandMs: 20_000, attempts: 1 }

export const bucket: Check = {
  name: 'bucket',
  title: 'Almacén S3',
  concerns: ({ settings }) => settings.filesUrl !== null,
  async look({ settings, clock }) {
    const { openBucket } = await import('#server/platform/files/s3/objects.ts')
    const objects = await openBucket(settings.filesUrl!, BUCKET)
    // A sweep of uploads removes one that is left.
    const key = `incoming/probe-${newId(clock.now())}`
    try {
      await objects.create(key, 'prueba')
      if ((await objects.textOf(key)) !== 'prueba') throw new Error('se lee otra cosa')
      await objects.remove(key)
      if ((await objects.textOf(key)) !== null) throw new Error('no se borra')
      return ok('Escribe, lee y borra.')
    } catch (error) {
      const { name, message } = error as Error
      return broken(
        `No se puede usar (${name}: ${message.split('\n')[0]}).`,
        'Compruebe el cubo de FILES_URL, las variables AWS_* y los permisos de escribir, leer y borrar.',
      )
    } finally {
      objects.close()
    }
  },
}

const PROXY_SETS = 'En el proxy: X-Forwarded-For con la dirección del cliente y X-Forwarded-Proto con el protocolo.'

/** What the proxy in front makes of the address of a caller. */
function faultOfProxy({ settings, publicUrl }: Site, { caller, from }: Visit): Finding | null {
  const { trustProxy, tls } = settings
  if (caller === PRETENDED)
    return broken(
      'El proxy deja pasar X-Forwarded-For como llega: cualquiera puede fingir otra dirección.',
      `${PROXY_SETS} Ponga en TRUST_PROXY solo las direcciones de los proxies.`,
    )
  if (!trustProxy)
    return publicUrl.startsWith('https:') && !tls
      ? warn(
          `Hay un proxy delante y falta TRUST_PROXY: todos parecen venir de ${caller}.`,
          'Ponga en TRUST_PROXY la dirección del proxy.',
        )
      : null
  return caller !== from && isOf(trustProxy, caller)
    ? warn(`El portal toma al proxy, ${caller}, por su cliente.`, PROXY_SETS)
    : null
}

export const checkPublicAddress: Check = {
  name: 'publicAddress',
  title: 'Dirección pública',
  async look(site) {
    const { publicUrl } = site
    let seen: Visit
    try {
      seen = await visit(publicUrl)
    } catch (error) {
      return broken(
        `${publicUrl} no responde (${causeOf(error)}).`,
        'Compruebe que el portal y el proxy están en marcha, el DNS y PUBLIC_URL.',
      )
    }
    if (seen.code === 'notEncrypted')
      return broken('El proxy dice al portal que la llamada llegó sin cifrar.', PROXY_SETS)
    if (seen.version === null)
      return broken(
        `En ${publicUrl} no contesta el portal (estado ${seen.status}).`,
        'Compruebe PUBLIC_URL y adónde envía el proxy.',
      )
    return together(
      [
        seen.version === version
          ? null
          : warn(`Ahí sirve la versión ${seen.version} y esta es la ${version}.`, 'Reinicie el servicio.'),
        faultOfProxy(site, seen),
      ],
      `${publicUrl} responde y ve a este equipo como ${seen.caller}.`,
    )
  },
}

const DAYS_LEFT = { some: 21, few: 3 }

export const certificate: Check = {
  name: 'certificate',
  title: 'Certificado',
  concerns: ({ publicUrl }) => publicUrl.startsWith('https:'),
  async look({ publicUrl, clock }) {
    const seen = await visit(publicUrl).catch(() => null)
    if (!seen?.certificate)
      return warn('No se ha comprobado: la dirección pública no responde.', 'Repítalo cuando responda.')
    const { until, refused } = seen.certificate
    const days = Math.floor((Date.parse(until) - Date.parse(clock.now())) / DAY)
    const renew = 'Renueve el certificado y recargue el proxy.'
    if (days < 0) return broken(`Caducó hace ${-days} días.`, renew)
    if (refused)
      return broken(
        `No vale para ${new URL(publicUrl).hostname} (${refused}).`,
        'Ponga uno de una autoridad reconocida, con sus intermedios y este nombre.',
      )
    const found = `Caduca dentro de ${days} días.`
    if (days < DAYS_LEFT.few) return broken(found, renew)
    return days < DAYS_LEFT.some ? warn(found, renew) : ok(found)
  },
}
