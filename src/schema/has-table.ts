/** Whether a page of that kind has records of its own; others show what the records of other pages say, or nothing yet. */
export const hasTable = ({ kind }: { readonly kind: string }): boolean => kind !== 'planned' && kind !== 'report'
