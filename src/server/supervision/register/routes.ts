import {
  listMissingClauses,
  readClauses,
  saveClauses as saveClausesContract,
} from '#domain/supervision/register/clause/contract.ts'
import {
  askProvider as askContract,
  packageContent as contentContract,
  decideProviderChange,
  exportPackages,
  importRegister,
  lintRegister,
  listProviderChanges,
  makePackage as makeContract,
  packageChangesCall,
  previewRegister,
  registerTemplate,
} from '#domain/supervision/register/contract.ts'
import { readLists } from '#domain/supervision/register/edition/contract.ts'
import {
  addArrangement as addArrangementContract,
  addFunction as addFunctionContract,
  addLine as addLineContract,
  changeArrangement as changeArrangementContract,
  changeFunction as changeFunctionContract,
  changeLine as changeLineContract,
  exportArrangements,
  exportFunctions,
  exportLines,
  readRegisterEntity,
  removeArrangement as removeArrangementContract,
  removeFunction as removeFunctionContract,
  removeLine as removeLineContract,
  saveRegisterEntity,
} from '#domain/supervision/register/entry/contract.ts'
import { changeMany as changeManyContract } from '#domain/supervision/register/entry/many.ts'
import { feedbackHeadings, readFeedback, saveFeedback } from '#domain/supervision/register/feedback/contract.ts'
import { readGleif } from '#domain/supervision/register/gleif/contract.ts'
import {
  addMember as addMemberContract,
  changeMember as changeMemberContract,
  exportMembers,
  removeMember as removeMemberContract,
} from '#domain/supervision/register/group/contract.ts'
import { readSummary, summaryPdf } from '#domain/supervision/register/summary/contract.ts'
import { exportThirdParties } from '#domain/supervision/register/third-party/contract.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { own, read, write } from '#server/http/route.ts'
import { askProvider } from '#server/supervision/register/ask.ts'
import { clausesOf, missingClauses, saveClauses } from '#server/supervision/register/clause/clauses.ts'
import { offeredWire } from '#server/supervision/register/edition/editions.ts'
import { withEditions } from '#server/supervision/register/edition/known.ts'
import { editionRoutes } from '#server/supervision/register/edition/routes.ts'
import {
  addArrangement,
  changeArrangement,
  removeArrangement,
} from '#server/supervision/register/entry/arrangements.ts'
import { arrangementPage } from '#server/supervision/register/entry/contract-rows.ts'
import { entityOf, saveEntity } from '#server/supervision/register/entry/entity.ts'
import {
  addFunction,
  changeFunction,
  functionPage,
  removeFunction,
} from '#server/supervision/register/entry/functions.ts'
import { addLine, changeLine, linePage, removeLine } from '#server/supervision/register/entry/lines.ts'
import { changeMany } from '#server/supervision/register/entry/many.ts'
import { addMember, changeMember, memberPage, removeMember } from '#server/supervision/register/entry/members.ts'
import { feedbackOf, headingsOf, keepFeedback } from '#server/supervision/register/feedback/feedback.ts'
import { readFeedbackRows, readHeadings } from '#server/supervision/register/feedback/read.ts'
import { gleifWireOf } from '#server/supervision/register/gleif/queries.ts'
import { importFile } from '#server/supervision/register/import/apply.ts'
import { registerPreview } from '#server/supervision/register/import/preview.ts'
import { readRegister } from '#server/supervision/register/import/read.ts'
import { registerTemplateFile } from '#server/supervision/register/import/template.ts'
import { lintOf } from '#server/supervision/register/lint.ts'
import {
  makePackage,
  packageChangesOf,
  packageContent,
  packagePage,
} from '#server/supervision/register/package/packages.ts'
import { decideChange, providerChangesOf } from '#server/supervision/register/provider-changes.ts'
import { registerSummaryOf, summaryFile } from '#server/supervision/register/summary/summary.ts'
import { thirdPartyFile } from '#server/supervision/register/third-party/third-party-file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const ofBanks: Route[] = [
  read(readRegisterEntity, ({ db, actor }) => entityOf(db, actor.participantId)),
  write(saveRegisterEntity, ({ tx, actor, body }) => saveEntity(tx, actor, body)),

  ...withExport(exportMembers, ({ db, actor, query }) => memberPage(db, actor.participantId, query)),
  write(addMemberContract, ({ tx, actor, body }) => addMember(tx, actor, body)),
  write(changeMemberContract, ({ tx, actor, params, body }) => changeMember(tx, actor, params.id, body)),
  write(removeMemberContract, ({ tx, actor, params }) => removeMember(tx, actor, params.id)),

  ...withExport(exportFunctions, ({ db, actor, query }) => functionPage(db, actor.participantId, query)),
  write(addFunctionContract, ({ tx, actor, body }) => addFunction(tx, actor, body)),
  write(changeFunctionContract, ({ tx, actor, params, body }) => changeFunction(tx, actor, params.id, body)),
  write(removeFunctionContract, ({ tx, actor, params }) => removeFunction(tx, actor, params.id)),

  ...withExport(exportArrangements, ({ app, db, actor, query }) =>
    arrangementPage(db, actor.participantId, app.clock.today(), query),
  ),
  write(addArrangementContract, ({ tx, actor, body }) => addArrangement(tx, actor, body)),
  write(changeArrangementContract, ({ tx, actor, params, body }) => changeArrangement(tx, actor, params.id, body)),
  write(removeArrangementContract, ({ tx, actor, params }) => removeArrangement(tx, actor, params.id)),

  read(exportThirdParties, call => thirdPartyFile(call)),

  read(listMissingClauses, ({ app, db, actor }) => missingClauses(db, actor.participantId, app.clock.today())),
  read(readClauses, ({ db, actor, params }) => clausesOf(db, actor, params.id)),
  write(saveClausesContract, ({ tx, actor, params, body }) => saveClauses(tx, actor, params.id, body)),

  ...withExport(exportLines, ({ app, db, actor, query }) =>
    linePage(db, actor.participantId, app.clock.today(), query),
  ),
  write(addLineContract, ({ tx, actor, body }) => addLine(tx, actor, body)),
  write(changeLineContract, ({ tx, actor, params, body }) => changeLine(tx, actor, params.id, body)),
  write(removeLineContract, ({ tx, actor, params }) => removeLine(tx, actor, params.id)),

  write(changeManyContract, ({ tx, actor, body }) => changeMany(tx, actor, body)),
  write(importRegister, async ({ tx, actor, uploads }) => importFile(tx, actor, await readRegister(uploads.file))),
  own(previewRegister, async ({ app, actor, uploads, shape }) =>
    shape(await registerPreview(app.db, actor, app.clock.today(), await readRegister(uploads.file))),
  ),
  read(registerTemplate, async () => ({ ...(await registerTemplateFile()), mediaType: XLSX })),

  read(lintRegister, ({ app, db, actor, query }) =>
    lintOf(db, actor.participantId, app.clock.today(), query.referenceDate),
  ),
  read(readLists, async () => offeredWire()),
  read(readGleif, ({ db, query }) => gleifWireOf(db, query.lei)),
  read(readFeedback, ({ app, db, actor, query }) =>
    feedbackOf(db, actor.participantId, app.clock.today(), query.packageId),
  ),
  own(feedbackHeadings, async ({ app, actor, uploads, shape }) =>
    shape(await headingsOf(app.db, actor.participantId, await readHeadings(uploads.file))),
  ),
  write(saveFeedback, async ({ tx, actor, uploads, body: { packageId, table = null, row = null, ...needed } }) => {
    const columns = { ...needed, table, row }
    const rows = await readFeedbackRows(uploads.file, columns)
    return keepFeedback(tx, actor, { packageId, name: uploads.file.name, columns, rows })
  }),
  read(readSummary, ({ app, db, actor, query }) =>
    registerSummaryOf(db, actor.participantId, app.clock.today(), query.referenceDate),
  ),
  read(summaryPdf, ({ app, db, actor, query }) => summaryFile({ app, db, actor }, query.referenceDate)),
  read(listProviderChanges, ({ db, actor }) => providerChangesOf(db, actor.participantId)),
  write(decideProviderChange, ({ tx, actor, body }) => decideChange(tx, actor, body)),
  write(askContract, ({ tx, actor, body }) => askProvider(tx, actor, body.providerId)),

  ...withExport(exportPackages, ({ db, actor, query }) => packagePage(db, actor.participantId, query)),
  write(makeContract, ({ tx, actor, body }) => makePackage(tx, actor, body)),
  read(contentContract, ({ app, actor, params }) => packageContent(app, actor, params.id)),
  read(packageChangesCall, ({ db, actor, params, query }) =>
    packageChangesOf(db, actor.participantId, params.id, query.with),
  ),
]

/** Those of banks see one state of the editions, from the validation of the body on. */
export const registerRoutes: Route[] = [...ofBanks.map(route => ({ ...route, within: withEditions })), ...editionRoutes]
