import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { signInWords } from '#web/identity/auth/signInWords.ts'
import classes from './EntryForm.module.css'

const open =
  'M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72z M88 128a40 40 0 1 0 80 0a40 40 0 1 0-80 0'
const crossed =
  'M48 40l160 176M154.91 157.6a40 40 0 01-53.82-59.2M135.53 88.71a40 40 0 0132.3 35.53M208.61 169.1C230.41 149.58 240 128 240 128s-32-72-112-72a126 126 0 00-20.68 1.68M74 68.6C33.23 89.24 16 128 16 128s32 72 112 72a118.05 118.05 0 0054-12.6'

/** The password of the entry form, with the button that shows it (PasswordField). */
export function EntryPassword() {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <label className={classes.label} htmlFor="password">
        {t(signInWords.password)}
      </label>
      <div className={classes.field}>
        <input
          id="password"
          name="password"
          className={classes.input}
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={1024}
        />
        <button
          type="button"
          className={classes.show}
          aria-label={t(signInWords.showPassword)}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 256 256" width="20" height="20" aria-hidden="true">
            <path
              d={shown ? crossed : open}
              fill="none"
              stroke="currentColor"
              strokeLinecap="round"
              strokeLinejoin="round"
              strokeWidth="16"
            />
          </svg>
        </button>
      </div>
    </div>
  )
}
