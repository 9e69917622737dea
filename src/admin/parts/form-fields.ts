import { createContext, useContext } from 'react'
import type { Field } from '../../schema/types'

/** The fields of the record that a form holds, for what follows from several of them. */
export const FormFields = createContext<readonly Field[]>([])

export const useFormFields = (): readonly Field[] => useContext(FormFields)
