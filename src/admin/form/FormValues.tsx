import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { type ValueSource, ValueSourceContext } from '../parts/value-source'
import { useShownInput } from './shown-inputs'

/** Makes a form the place where the inputs within it have their values, also where it stands above a row or another form. */
export const FormValues = <Values extends FieldValues>({ form, children }: { form: UseFormReturn<Values>; children: ReactNode }) => (
  <FormProvider {...form}>
    <ValueSourceContext value={ofForm}>{children}</ValueSourceContext>
  </FormProvider>
)

const ofForm: ValueSource = {
  useHeld: (source, disabled) => {
    const { field, fieldState } = useController({ name: source })
    useShownInput(source, disabled)
    return {
      value: field.value as unknown,
      change: field.onChange,
      blur: field.onBlur,
      message: fieldState.error?.message ?? fieldState.error?.root?.message,
      ref: field.ref,
      place: [source],
    }
  },
  useValues: (names) => useWatch({ name: [...names] }),
}
