import { vocabulary } from "../runtime/vocabulary.ts";

export const backupVocabulary = vocabulary({
  messages: {
    "backups.is_running": {
      en: "A backup is being made: wait for its end",
      fr: "Une sauvegarde est en cours : attendez sa fin",
    },
    "backups.no_room": {
      en: "The disk has no room for the snapshot that is made before this. This request changed nothing: ask the operator to free some room in the data folder, or to set CATALOGD_BACKUP_SNAPSHOTS=0, which goes without",
      fr: "Le disque n'a pas de place pour l'instantané qui est pris avant. Cette requête n'a rien modifié : demandez à l'exploitant de libérer de la place dans le dossier de données, ou de mettre CATALOGD_BACKUP_SNAPSHOTS=0, qui s'en passe",
    },
    "backups.no_room_to_begin": {
      en: "The disk of the data folder has no room for the copy of the database that a backup is made of. No backup was begun: free some room there, then ask again",
      fr: "Le disque du dossier de données n'a pas de place pour la copie de la base dont une sauvegarde est faite. Aucune sauvegarde n'a commencé : libérez-y de la place, puis redemandez",
    },
    "backups.no_snapshot": {
      en: "The snapshot that is made before this could not be made. This request changed nothing",
      fr: "L'instantané qui est pris avant n'a pas pu être fait. Cette requête n'a rien modifié",
    },
    "backups.failed_subject": { en: "A backup of catalogd has failed", fr: "Une sauvegarde de catalogd a échoué" },
    "backups.failed_body": {
      en: "The backup that ended at {at} has failed:\n\n{reason}\n\nNothing of the catalog was changed. `catalogd backup` makes one at once; GET /operator/backups lists all.\n",
      fr: "La sauvegarde terminée le {at} a échoué :\n\n{reason}\n\nRien du catalogue n'a été modifié. `catalogd backup` en fait une tout de suite ; GET /operator/backups les liste toutes.\n",
    },
  },
});
