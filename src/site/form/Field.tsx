import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import type { Form } from './use-form'

/** How a field is typed: keyboard, length, autocomplete. */
export type InputHints = Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'name' | 'value' | 'onChange'>

interface Props<Name extends string> extends InputHints {
  readonly form: Form<Name>
  readonly name: Name
  readonly help?: string
  /** Id of something else on the page that says what to type. */
  readonly describedBy?: string
  /** What stands beside the input: a picture, a button. */
  readonly aside?: ReactNode
}

/** A labelled input of a site form with its help and its error. */
export const Field = <Name extends string>({ form, name, help, describedBy, aside, ...input }: Props<Name>) => {
  const error = form.errors[name]
  const rule = form.rules[name]
  const described = [describedBy, help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={name}>
        {rule.label}
        {!rule.required && <span className="field-optional">（選填）</span>}
      </label>
      <div className="field-row">
        <input
          id={name}
          name={name}
          value={form.values[name]}
          onChange={(event) => form.change(name, event.target.value)}
          required={rule.required}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
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

interface PasswordFieldProps<Name extends string> extends InputHints {
  readonly form: Form<Name>
  readonly name: Name
}

/** A password input whose characters can be shown, so that a typing error need not cost a try. */
export const PasswordField = <Name extends string>({ form, name, ...input }: PasswordFieldProps<Name>) => {
  const [shown, setShown] = useState(false)
  return (
    <Field
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
