/** Words that people of another organisation must not read, in the languages of the harbour. */
export const ofTownHall =
  /(?<!\p{L})(?:barangays?|citizens?|executives?|mayors?|municipal\p{L}*|ordinances?|permits?|puroks?|towns?|alcald\p{L}+|ayuntamiento|ciudadan\p{L}+|permisos?)(?!\p{L})/giu;
