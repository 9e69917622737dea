/**
 * Name of the property of PUT PortalUser/{SerialId} that contains the caller's own password. It is required to change e-mail, mobile or role; if it is
 * missing or wrong, `Errors` has a message under this name.
 */
export const adminMima = 'AdminMima'
