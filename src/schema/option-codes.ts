/** The codes of an enum field in their order for people. An object puts codes such as 10 before 00, so codes that look like numbers are sorted. */
export const optionCodes = (options: Readonly<Record<string, string>>): readonly string[] => {
  const codes = Object.keys(options)
  return codes.some((code) => /^(0|[1-9]\d*)$/.test(code)) ? codes.sort() : codes
}
