import './form.css'
import type { ReactNode } from 'react'
import type { SiteFormState } from './use-form'

/** Renders a form of the public site: error summary, fields and submit button. */
export const SiteForm = <Name extends string>({
  form,
  submitText,
  children,
}: {
  form: SiteFormState<Name>
  submitText: string
  children: ReactNode
}) => (
  <form ref={form.ref} className="form" onSubmit={form.onSubmit} noValidate>
    {form.summary && (
      <p role="alert" tabIndex={-1} className="note note-danger">
        {form.summary}
      </p>
    )}
    {children}
    <button type="submit" className="button form-submit" aria-disabled={form.pending}>
      {submitText}
    </button>
  </form>
)

interface RadioFieldProps<Options extends Readonly<Record<string, string>>> {
  readonly legend: string
  readonly name: string
  /** The label of each value. */
  readonly options: Options
  readonly value: keyof Options
  readonly onChange: (value: keyof Options) => void
}

/** Renders radio buttons for a few options. */
export const RadioField = <Options extends Readonly<Record<string, string>>>({
  legend,
  name,
  options,
  value,
  onChange,
}: RadioFieldProps<Options>) => (
  <fieldset className="choices">
    <legend>{legend}</legend>
    {Object.entries(options).map(([option, text]) => (
      <label key={option}>
        <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
        {text}
      </label>
    ))}
  </fieldset>
)
