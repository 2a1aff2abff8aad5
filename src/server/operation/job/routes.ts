import { exportJobs, runJob } from '#domain/notification/operation/job/contract.ts'
import { jobs } from '#domain/notification/operation/job/job.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { withExport } from '#server/http/list/export.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { write } from '#server/http/route.ts'
import { allJobs } from '#server/operation/job/queries.ts'

export const jobRoutes: Route[] = [
  ...withExport(exportJobs, async ({ app, db, query }) => pageOfAll(await allJobs(db, app.clock.now()), query)),

  write(runJob, async ({ app, tx, params: { name } }) => {
    await tx.db
      .insertInto('job')
      .values({ name, asked_at: tx.now })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ asked_at: tx.now }))
      .execute()
    tx.record({ event: 'job.asked', object: { kind: 'job', id: name }, data: { job: jobs[name].label } })
    tx.afterCommit(app.wakeJobs)
    return onlyOf((await allJobs(tx.db, tx.now)).filter(job => job.name === name))
  }),
]
