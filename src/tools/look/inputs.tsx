import { Box, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { SectionCard } from '../../admin/components/SectionCard'
import { fieldInputsOf } from '../../admin/fields/inputs/registry'
import { FormFieldsContext, type ValueScope, ValueScopeContext } from '../../admin/fields/value-scope'
import { PortalContext } from '../../admin/portal'
import { createQueryClient, QueryClientProvider } from '../../admin/query-client'
import type { RoleView } from '../../schema/language/resource'
import { schemaSet } from '../../schema/load/schema-set'
import { sample } from './sample'

const values: Readonly<Record<string, unknown>> = {
  Code: 'B202611',
  Account: '77001260001235',
  Amount: 2800,
  Day: '2026-11-30',
  Kind: 'A',
  Active: true,
  Remark: '逾期請至管理室繳納。',
}

const states = [
  { title: '空白', initial: {} },
  { title: '有值', initial: values },
  { title: '有錯誤', initial: values, message: '請確認這個欄位。' },
  { title: '不能輸入', initial: values, isDisabled: true },
] as const

/** Renders an input of each type in each state. */
export const InputParts = () => (
  <SectionCard title="輸入欄位">
    {states.map(({ title, ...state }) => (
      <Box key={title} component="section" aria-label={title} sx={{ mb: 3 }}>
        <Typography component="h3" variant="subtitle1" sx={{ mb: 1.5 }}>
          {title}
        </Typography>
        <Scope {...state}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 2 }}>
            {inputFields.map((field) => {
              const { Input } = fieldInputsOf(field)
              return (
                <Input
                  key={field.name}
                  field={field}
                  source={field.name}
                  required={field.required}
                  disabled={'isDisabled' in state}
                />
              )
            })}
          </Box>
        </Scope>
      </Box>
    ))}
  </SectionCard>
)

const inputFields = sample.fields.filter(({ name }) => name in values)

// The inputs ask for the role of the user and for options of calls, on which nothing here depends.
const queryClient = createQueryClient()
const noPortal = { schemas: schemaSet<RoleView>([]), screens: {}, role: '' }

interface ScopeProps {
  readonly initial: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly children: ReactNode
}

/** Gives the inputs their values and the message of a state. */
const Scope = ({ initial, message, children }: ScopeProps) => {
  const [current, setCurrent] = useState(initial)
  const scope: ValueScope = {
    useBoundValue: (source) => ({
      value: current[source] ?? null,
      change: (value) => setCurrent((before) => ({ ...before, [source]: value })),
      blur: () => {},
      message,
      ref: () => {},
      fieldPath: [source],
    }),
    useValues: (names) => names.map((name) => current[name]),
    useSetValue: () => (source, value) => setCurrent((before) => ({ ...before, [source]: value })),
  }
  return (
    <QueryClientProvider client={queryClient}>
      <PortalContext value={noPortal}>
        <FormFieldsContext value={inputFields}>
          <ValueScopeContext value={scope}>{children}</ValueScopeContext>
        </FormFieldsContext>
      </PortalContext>
    </QueryClientProvider>
  )
}
