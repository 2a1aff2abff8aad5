import { Checkbox } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import { AddressFields } from '#web/participant/profile/AddressFields.tsx'
import { addressText } from '#web/participant/profile/addressText.ts'
import { EconomicFields } from '#web/participant/profile/EconomicFields.tsx'
import { FIXED_BY_CENTRE, fixedByCci, isFixed, ProfileField } from '#web/participant/profile/ProfileField.tsx'
import { type FormSection, sectionId } from '#web/participant/profile/sections.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { profileOf } from '#web/participant/profile/values.ts'
import classes from './ProfileSections.module.css'

export interface ProfileSectionsProps {
  form: ProfileForm
  sections: readonly FormSection[]
  years: readonly [number, number, number]
}

/** Profile form of a participant, by section. */
export function ProfileSections({ form, sections, years }: ProfileSectionsProps) {
  return (
    <div className={classes.root}>
      {sections.map(section => (
        <fieldset key={section.key} id={sectionId(section.key)} tabIndex={-1}>
          <legend>{section.title}</legend>
          {section.note ? <p className={`small dim ${classes.note}`}>{section.note}</p> : null}
          <SectionFields form={form} section={section} years={years} />
        </fieldset>
      ))}
    </div>
  )
}

type SectionFieldsProps = { form: ProfileForm; section: FormSection; years: ProfileSectionsProps['years'] }

function SectionFields({ form, section, years }: SectionFieldsProps) {
  const { key, fields } = section
  if (key === 'economicInfo') return <EconomicFields form={form} years={years} />
  if (key === 'address' || key === 'billingAddress') {
    if (!form.writable.has(key)) {
      return (
        <>
          <p>{addressText(profileOf(form.kind, form.values)[key] ?? null) || '—'}</p>
          <p className="small dim">{t(FIXED_BY_CENTRE)}</p>
        </>
      )
    }
    return (
      <>
        {key === 'billingAddress' ? (
          <Checkbox
            className={classes.same}
            label={t('Es la misma que la dirección')}
            checked={form.sameBilling}
            onChange={event => form.setSameBilling(event.currentTarget.checked)}
          />
        ) : null}
        {key === 'billingAddress' && form.sameBilling ? null : <AddressFields form={form} fields={fields} />}
      </>
    )
  }
  const fixed = fields.filter(place => isFixed(form, place)).map(({ label }) => label)
  return (
    <>
      {fixed.length > 0 ? <p className={`small dim ${classes.note}`}>{fixedByCci(fixed)}</p> : null}
      <div className="fields">
        {fields.map(place => (
          <div key={place.path} data-span={place.span} data-half={place.half || undefined}>
            <ProfileField form={form} place={place} />
          </div>
        ))}
      </div>
    </>
  )
}
