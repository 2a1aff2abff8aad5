import type { CompanyKey } from '#server/demo/people.ts'

export type DemoRequest = {
  provider: CompanyKey
  evaluator: CompanyKey
  service: string
  concept: string
  /** Days since the request was sent. */
  sentAgo: number
  rejectedReason?: string
  /** Days since its early renewal was sent, which is open; absent without one. */
  renewalSentAgo?: number | undefined
} & (
  | { state: 'PENDING' | 'REJECTED'; rating?: string; expiresIn?: number }
  | {
      state: 'QUALIFIED'
      rating: string
      /** Days until the score expires; negative when it has expired. */
      expiresIn: number
    }
)

/** One request in every state, derived ones included, and one service with two qualified providers. */
export const demoRequests: readonly DemoRequest[] = [
  {
    provider: 'tramontana',
    evaluator: 'quintanilla',
    service: 'Custodia documental',
    concept: 'Centro de Alcalá de Henares',
    sentAgo: 360,
    state: 'QUALIFIED',
    rating: 'A/B/A+',
    expiresIn: 23,
  },
  {
    provider: 'tramontana',
    evaluator: 'somport',
    service: 'Digitalización certificada',
    concept: 'Línea de digitalización de Getafe',
    sentAgo: 3,
    state: 'PENDING',
  },
  {
    provider: 'tramontana',
    evaluator: 'somport',
    service: 'Destrucción confidencial',
    concept: 'Planta de Getafe',
    sentAgo: 8,
    state: 'REJECTED',
    rejectedReason: 'La hoja de alcance no incluye la planta de Getafe.',
  },
  {
    provider: 'tramontana',
    evaluator: 'quintanilla',
    service: 'Archivo intermedio',
    concept: 'Nave 2 de Coslada',
    sentAgo: 460,
    state: 'QUALIFIED',
    rating: 'B/B/A',
    expiresIn: -80,
  },
  {
    provider: 'tramontana',
    evaluator: 'quintanilla',
    service: 'Valija interna',
    concept: 'Rutas de la zona centro',
    sentAgo: 930,
    state: 'QUALIFIED',
    rating: 'C/B/B',
    expiresIn: -552,
  },
  {
    provider: 'arcadio',
    evaluator: 'somport',
    service: 'Transporte de valija',
    concept: 'Rutas peninsulares',
    sentAgo: 7,
    state: 'PENDING',
  },
  {
    provider: 'cantera',
    evaluator: 'quintanilla',
    service: 'Alojamiento en nube',
    concept: 'Centros de Madrid y Zaragoza',
    sentAgo: 120,
    state: 'QUALIFIED',
    rating: 'A+/A/A+',
    expiresIn: 245,
  },
  {
    provider: 'lumbre',
    evaluator: 'somport',
    service: 'Atención telefónica',
    concept: 'Plataforma de Albacete',
    sentAgo: 460,
    state: 'QUALIFIED',
    rating: 'B/B/C',
    expiresIn: -80,
  },
  {
    provider: 'lumbre',
    evaluator: 'somport',
    service: 'Custodia documental',
    concept: 'Depósito de Chinchilla',
    sentAgo: 175,
    state: 'QUALIFIED',
    rating: 'B/A/B',
    expiresIn: 190,
  },
  {
    provider: 'mirlo',
    evaluator: 'quintanilla',
    service: 'Firma electrónica',
    concept: 'Servicio de firma cualificada',
    sentAgo: 15,
    state: 'REJECTED',
    rejectedReason: 'La hoja no recoge los controles del servicio de firma cualificada.',
  },
  {
    provider: 'valdeoca',
    evaluator: 'somport',
    service: 'Impresión y ensobrado',
    concept: 'Planta de Illescas',
    sentAgo: 930,
    state: 'QUALIFIED',
    rating: 'C/B/B',
    expiresIn: -552,
  },
]
