import { TextInput } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import { ECONOMIC_GROUPS, EXERCISES, economicGroupLabels } from '#domain/values/company/economic-info.ts'
import { controlId } from '#web/participant/profile/sections.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'
import classes from './EconomicFields.module.css'

const names = ['n', 'n-1', 'n-2']

/** Three groups of figures for three fiscal years, in thousands of euros (PART-25, PART-26, LIM-27, LIM-28). */
export function EconomicFields({ form, years }: { form: ProfileForm; years: readonly [number, number, number] }) {
  return (
    <table className={classes.root}>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('Partida')}</span>
          </th>
          {years.map((year, index) => (
            <th key={year} scope="col">
              {year} <span>{names[index]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ECONOMIC_GROUPS.map(group => {
          const wrong = EXERCISES.map(exercise => form.shown[`economicInfo.${group}.${exercise}`])
          const message = wrong.find(Boolean)
          const errorId = `economicInfo.${group}-error`
          return (
            <tr key={group}>
              <th scope="row">
                {t(economicGroupLabels[group])} {group === 'volActive' ? <span>{t('(opcional)')}</span> : null}
                {message ? (
                  <p className="mantine-InputWrapper-error" id={errorId}>
                    <span>{message}</span>
                  </p>
                ) : null}
              </th>
              {EXERCISES.map((exercise, index) => {
                const path = `economicInfo.${group}.${exercise}`
                return (
                  <td key={exercise}>
                    <TextInput
                      id={controlId(path)}
                      aria-label={t`${t(economicGroupLabels[group])} de ${years[index]}, en miles de euros`}
                      // A row has one message; the border marks the field with the error.
                      error={Boolean(form.shown[path])}
                      aria-describedby={form.shown[path] ? errorId : undefined}
                      // Not 'numeric': that keypad has no minus sign on phones.
                      inputMode="text"
                      autoComplete="off"
                      maxLength={20}
                      readOnly={!form.writable.has('economicInfo')}
                      value={form.values[path] ?? ''}
                      onChange={event => form.set({ [path]: event.currentTarget.value })}
                      onBlur={() => form.leave(path)}
                    />
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
