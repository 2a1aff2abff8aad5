import { createHmac, timingSafeEqual } from 'node:crypto'

/** Si una entrega viene del portal. «body» es el cuerpo tal como llegó, sin interpretar. */
export function comesFromPortal(headers, body, secret, now = Date.now()) {
  const id = headers['webhook-id']
  const sentAt = headers['webhook-timestamp']
  // Una entrega de hace más de cinco minutos puede ser una copia.
  if (!(Math.abs(now / 1000 - Number(sentAt)) <= 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${sentAt}.${body}`).digest()
  // Tras renovar el secreto hay dos firmas durante 24 horas: basta con una.
  return String(headers['webhook-signature'])
    .split(' ')
    .some(each => {
      const [version, signature = ''] = each.split(',')
      const given = Buffer.from(signature, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}
