import { lazy } from 'react'

/* Loaded when they are shown: the first visit has a limit in bytes (EXP-30). */
export const LoadPicture = lazy(async () => ({
  default: (await import('#web/start/picture/CentreLoad.tsx')).CentreLoad,
}))
export const PortfolioPicture = lazy(async () => ({
  default: (await import('#web/start/picture/Portfolio.tsx')).Portfolio,
}))
export const YearPicture = lazy(async () => ({ default: (await import('#web/start/picture/Year.tsx')).Year }))
export const StagesPicture = lazy(async () => ({ default: (await import('#web/start/picture/Stages.tsx')).Stages }))
