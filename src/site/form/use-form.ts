import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, isAborted } from '../../browser/http/api-error'
import { foldFullWidth } from '../../domain/full-width'

/** Rules of a field in a site form. */
export interface FieldRule {
  readonly label: string
  readonly required?: boolean
  /** Keeps the value as typed, for passwords; others lose outer blanks and full-width characters. */
  readonly exact?: boolean
  /** Returns the normalized value, such as without separators or in capitals. */
  readonly normalize?: (value: string) => string
  /** Returns a message if the normalized value is invalid. */
  readonly check?: (value: string) => string | undefined
}

export type FieldRules<Name extends string> = Readonly<Record<Name, FieldRule>>
export type Values<Name extends string> = Readonly<Record<Name, string>>
export type Send<Name extends string> = (values: Values<Name>) => Promise<void>
type Errors = Readonly<Record<string, string>>

/** State of a site form: values, a message for each invalid field, and the summary. */
export type Form<Name extends string> = ReturnType<typeof useForm<Name>>

/** Returns the state of a site form. It is validated on submit, and errors of the server are shown at their fields. */
export const useForm = <Name extends string>(names: readonly Name[], rulesFor: (values: Values<Name>) => FieldRules<Name>, send: Send<Name>) => {
  const [values, setValues] = useState(() => blank(names))
  const [problem, setProblem] = useState(noProblem)
  const [pending, setPending] = useState(false)
  const ref = useFocusOnProblem(problem)
  const rules = rulesFor(values)

  const submit = async () => {
    const normalized = normalizeValues(names, rules, values)
    const errors = check(names, rules, normalized)
    setValues(normalized)
    setProblem({ errors, summary: Object.keys(errors).length > 0 ? '請修正下列欄位後再送出。' : '' })
    if (Object.keys(errors).length > 0) return
    setPending(true)
    await send(normalized).catch((error: unknown) => setProblem(problemOf(error)))
    setPending(false)
  }

  return {
    rules,
    values,
    ...problem,
    pending,
    ref,
    change: (name: Name, value: string) => setValues((old) => ({ ...old, [name]: value })),
    fill: (changes: Partial<Values<Name>>) => {
      setValues((old) => ({ ...old, ...changes }))
      setProblem(noProblem)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (!pending) void submit()
    },
  }
}

const noProblem: { readonly errors: Errors; readonly summary: string } = { errors: {}, summary: '' }

const blank = <Name extends string>(names: readonly Name[]) => valuesOf(names, () => '')

const normalizeValues = <Name extends string>(names: readonly Name[], rules: FieldRules<Name>, values: Values<Name>) =>
  valuesOf(names, (name) => {
    const { exact, normalize = unchanged } = rules[name]
    return exact ? values[name] : normalize(foldFullWidth(values[name]).trim())
  })

const unchanged = (value: string) => value

const valuesOf = <Name extends string>(names: readonly Name[], valueOfName: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, valueOfName(name)])) as Values<Name>

const check = <Name extends string>(names: readonly Name[], rules: FieldRules<Name>, values: Values<Name>): Errors =>
  Object.fromEntries(
    names.flatMap((name) => [messageFor(rules[name], values[name])].filter((message) => message !== undefined).map((message) => [name, message])),
  )

const messageFor = ({ label, required, check: errorOf }: FieldRule, value: string) => {
  if (value === '') return required ? `請輸入${label}。` : undefined
  return errorOf?.(value)
}

// Errors other than refusals by ReturnCode have shown a dialog.
const problemOf = (error: unknown) => {
  if (isAborted(error) || (error instanceof ApiError && error.shown)) return noProblem
  if (error instanceof ApiError) return { errors: error.errors, summary: error.message }
  throw error
}

const useFocusOnProblem = (problem: typeof noProblem) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem.summary === '') return
    const field = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? ref.current?.querySelector<HTMLElement>('[role="alert"]')
    field?.focus()
    // Typing then replaces the invalid value.
    if (field instanceof HTMLInputElement && field.type !== 'radio') field.select()
  }, [problem])
  return ref
}
