import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import type { SiteFormState } from './use-form'

/** HTML attributes of an input, such as its type of keyboard, maximum length and autocomplete. */
export type InputAttributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name' | 'value' | 'onChange'>

interface SiteFieldProps<Name extends string> extends InputAttributes {
  readonly form: SiteFormState<Name>
  readonly name: Name
  readonly help?: string
  /** Id of another element that describes the input. */
  readonly describedBy?: string
  /** Content next to the input, such as a button. */
  readonly aside?: ReactNode
}

/** Renders an input of a site form with its label, help and error. */
export const SiteField = <Name extends string>({
  form,
  name,
  help,
  describedBy,
  aside,
  ...input
}: SiteFieldProps<Name>) => {
  const error = form.errors[name]
  const rule = form.rules[name]
  const describedByIds = [describedBy, help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={name}>
        {rule?.label}
        {!rule?.required && <span className="field-optional">（選填）</span>}
      </label>
      <div className="field-row">
        <input
          id={name}
          name={name}
          value={form.values[name]}
          onChange={(event) => form.change(name, event.target.value)}
          required={rule?.required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedByIds || undefined}
          {...input}
        />
        {aside}
      </div>
      {help && (
        <p id={`${name}-help`} className="field-help">
          {help}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** Renders a password input with a button that shows the typed characters. */
export const PasswordField = <Name extends string>({ form, name, ...input }: Omit<SiteFieldProps<Name>, 'aside'>) => {
  const [shown, setShown] = useState(false)
  return (
    <SiteField
      form={form}
      name={name}
      type={shown ? 'text' : 'password'}
      maxLength={64}
      autoCapitalize="none"
      spellCheck={false}
      {...input}
      aside={
        <button
          type="button"
          className="button button-plain field-button"
          aria-pressed={shown}
          aria-controls={name}
          aria-label="顯示輸入內容"
          onClick={() => setShown(!shown)}
        >
          {shown ? '隱藏' : '顯示'}
        </button>
      }
    />
  )
}
