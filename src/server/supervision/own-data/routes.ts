import { exportSupervision as exportContract } from '#domain/supervision/own-data/contract.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import { exportSupervision } from '#server/retention/export-supervision.ts'

export const ownDataRoutes: Route[] = [read(exportContract, ({ app, actor }) => exportSupervision(app, actor))]
