import type { WebhookStatus } from '#domain/states/integration.ts'

export const WEBHOOKS_MAX = 10
export const URL_MAX = 500
/** How long an earlier secret signs beside the new one, in milliseconds (HOOK-07). */
export const SECRET_OVERLAP_MS = 24 * 60 * 60_000
/** How many days a delivery stays in the log (HOOK-13). */
export const LOG_DAYS = 30
/** How long a receiver may take, in milliseconds (HOOK-11). */
export const RECEIVER_MS = 10_000

export const webhookStatusLabels: Record<WebhookStatus, string> = { ACTIVE: 'Activo', DISABLED: 'Desactivado' }

/**
 * The fault of a webhook's address that can be said without looking its host up, or null: it is https and names no user
 * (HOOK-08). `allowsPrivate`: the installation is for tests and may also call http.
 */
export function addressFault(address: string, { allowsPrivate = false } = {}): 'webhookAddress' | null {
  const [, scheme = '', authority] = ADDRESS.exec(address.toLowerCase()) ?? []
  if (!authority || authority.includes('@')) return 'webhookAddress'
  return scheme === 'https' || (scheme === 'http' && allowsPrivate) ? null : 'webhookAddress'
}

/** Scheme and authority. A backslash is a slash to some readers of addresses, and a blank is nothing to others. */
const ADDRESS = /^(https?):\/\/([^/?#\\\s]+)(?:[/?#][^\\\s]*)?$/i

/** When a delivery is tried again, in minutes after its first try (HOOK-11). */
const RETRIES = [1, 5, 30, 2 * 60, 8 * 60, 24 * 60, 48 * 60, 72 * 60] as const

/**
 * When a delivery that failed is tried again, in milliseconds after its first try; null after the last.
 * @param tries how often it was tried
 */
export function retryAfter(tries: number): number | null {
  const minutes = RETRIES[tries - 1]
  return minutes === undefined ? null : minutes * 60_000
}

/** What a receiver's answer means: it ends the webhook, it took the delivery, or it is asked again (HOOK-11). */
export function answerVerdict(answer: number | null): 'gone' | 'taken' | 'again' {
  if (answer === 410) return 'gone'
  return answer !== null && answer >= 200 && answer < 300 ? 'taken' : 'again'
}

/** Why there was no answer. */
export const deliveryFaults = ['address', 'name', 'certificate', 'connection', 'timeout', 'secret'] as const
export type DeliveryFault = (typeof deliveryFaults)[number]
export const deliveryFaultLabels: Record<DeliveryFault, string> = {
  address: 'La dirección no es pública',
  name: 'El nombre no se encuentra',
  certificate: 'El certificado no es válido',
  connection: 'No se pudo conectar',
  timeout: 'No contestó en 10 segundos',
  secret: 'El secreto no se puede leer: renuévelo',
}

export const deliveryStatuses = ['WAITING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryStatusLabels: Record<DeliveryStatus, string> = {
  WAITING: 'En espera',
  DELIVERED: 'Entregado',
  FAILED: 'No entregado',
}

/** A delivery waits until it is taken or given up. */
export function deliveryStatusOf(of: { deliveredAt: string | null; givenUpAt: string | null }): DeliveryStatus {
  if (of.deliveredAt !== null) return 'DELIVERED'
  return of.givenUpAt === null ? 'WAITING' : 'FAILED'
}

/** What the last try came to, in words; '' before the first. */
export function outcomeWords(of: { answer: number | null; fault: DeliveryFault | null }): string {
  if (of.fault) return deliveryFaultLabels[of.fault]
  return of.answer === null ? '' : `Respuesta ${of.answer}`
}
