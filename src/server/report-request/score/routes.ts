import {
  correctScore as correctContract,
  correctScoreFile,
  listScoreReaders,
  listScores,
  publishScore as publishContract,
  reviewScore as reviewContract,
  scoreContent,
} from '#domain/report-request/score/contract.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { fansOf } from '#server/participant/queries.ts'
import { sealOf } from '#server/report-request/certificate/keys.ts'
import { scoreFile } from '#server/report-request/score/file.ts'
import { correctScore, publishScore } from '#server/report-request/score/publish.ts'
import { scoresOf, scoreWireOf } from '#server/report-request/score/queries.ts'
import { reviewScore } from '#server/report-request/score/review.ts'
import { visibleValidation } from '#server/validation/queries.ts'

export const scoreRoutes: Route[] = [
  read(listScores, async ({ query, db, actor }) => {
    await visibleValidation(db, actor, query.validationId)
    return pageOfAll(await scoresOf(db, actor, query.validationId), query)
  }),

  read(listScoreReaders, async ({ query, db, actor }) => {
    const { participant_id } = await visibleValidation(db, actor, query.validationId)
    const rows = await fansOf(db, participant_id).select('p.display_name').orderBy('p.display_name').execute()
    return { entities: rows.map(row => row.display_name) }
  }),

  write(publishContract, async ({ app, body, files, tx, actor }) => {
    const id = await publishScore(tx, actor, body.score, files.file, sealOf(app))
    return scoreWireOf(tx.db, actor, id)
  }),

  write(correctContract, async ({ app, params, body, files, tx, actor }) => {
    const file = files.file
    const id = await correctScore(
      tx,
      actor,
      params.id,
      body.score,
      { file, fileChanged: file !== undefined },
      sealOf(app),
    )
    return scoreWireOf(tx.db, actor, id)
  }),

  write(correctScoreFile, async ({ app, params, body, files, tx, actor }) => {
    const file = files.file
    const id = await correctScore(tx, actor, params.id, body.score, { file, fileChanged: true }, sealOf(app))
    return scoreWireOf(tx.db, actor, id)
  }),

  write(reviewContract, async ({ params, body, tx, actor }) => {
    await reviewScore(tx, actor, params.id, body)
    return scoreWireOf(tx.db, actor, params.id)
  }),
  read(scoreContent, ({ params, db, actor, app, origin }) => scoreFile({ db, app, actor, origin }, params.id)),
]
