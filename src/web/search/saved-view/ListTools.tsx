import { t } from '#domain/language/translate.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import type { List } from '#web/list/useList.ts'
import { SavedViews } from '#web/search/saved-view/SavedViews.tsx'

/** The saved searches of a list, if its screen has any, and its export. */
export function ListTools({ list }: { list: List<unknown> }) {
  return (
    <>
      {list.shown.screens ? <SavedViews label={t(list.shown.label)} /> : null}
      <ExportMenu list={list} />
    </>
  )
}
