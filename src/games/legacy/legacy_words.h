/* legacy_words.h: the closed vocabularies of Legacy, each an enum and its text. The words appear in the tables,
 * the text form of actions and position JSON; prefixed with "legacy.<list>." they are message ids. */
#ifndef LEGACY_WORDS_H
#define LEGACY_WORDS_H

#include "casata/rules.h"

#define LEG_SEXES(X)      \
    X(LEG_SEX_MAN, "man") \
    X(LEG_SEX_WOMAN, "woman")
enum { LEG_SEXES(CASATA_ENUM) };

#define LEG_NATIONS(X)            \
    X(LEG_N_AMERICAN, "american") \
    X(LEG_N_BRITISH, "british")   \
    X(LEG_N_DUTCH, "dutch")       \
    X(LEG_N_FRENCH, "french")     \
    X(LEG_N_ITALIAN, "italian")   \
    X(LEG_N_POLISH, "polish")     \
    X(LEG_N_PRUSSIAN, "prussian") \
    X(LEG_N_RUSSIAN, "russian")   \
    X(LEG_N_SPANISH, "spanish")   \
    X(LEG_N_TURKISH, "turkish")
enum { LEG_NATIONS(CASATA_ENUM) LEG_NATION_COUNT };

/* R1.7; the last is no profession */
#define LEG_PROFS(X)                   \
    X(LEG_PR_ARISTOCRAT, "aristocrat") \
    X(LEG_PR_ARTIST, "artist")         \
    X(LEG_PR_CRAFTSMAN, "craftsman")   \
    X(LEG_PR_DIPLOMAT, "diplomat")     \
    X(LEG_PR_SCIENTIST, "scientist")   \
    X(LEG_PR_NONE, "none")
enum { LEG_PROFS(CASATA_ENUM) LEG_PROF_COUNT };

/* ORDER attribute: the nationalities, then the professions: the attributes conditions ask for */
#define LEG_ATTRIBUTES(X)              \
    X(LEG_AT_AMERICAN, "american")     \
    X(LEG_AT_BRITISH, "british")       \
    X(LEG_AT_DUTCH, "dutch")           \
    X(LEG_AT_FRENCH, "french")         \
    X(LEG_AT_ITALIAN, "italian")       \
    X(LEG_AT_POLISH, "polish")         \
    X(LEG_AT_PRUSSIAN, "prussian")     \
    X(LEG_AT_RUSSIAN, "russian")       \
    X(LEG_AT_SPANISH, "spanish")       \
    X(LEG_AT_TURKISH, "turkish")       \
    X(LEG_AT_ARISTOCRAT, "aristocrat") \
    X(LEG_AT_ARTIST, "artist")         \
    X(LEG_AT_CRAFTSMAN, "craftsman")   \
    X(LEG_AT_DIPLOMAT, "diplomat")     \
    X(LEG_AT_SCIENTIST, "scientist")
enum { LEG_ATTRIBUTES(CASATA_ENUM) LEG_ATTRIBUTE_COUNT };

/* R1.5: colours of extra pawns */
#define LEG_PAWNS(X)           \
    X(LEG_PW_YELLOW, "yellow") \
    X(LEG_PW_GREEN, "green")   \
    X(LEG_PW_ORANGE, "orange") \
    X(LEG_PW_RED, "red")       \
    X(LEG_PW_BLUE, "blue")
enum { LEG_PAWNS(CASATA_ENUM) LEG_PAWN_COUNT };

#define LEG_FRIENDS(X)                      \
    X(LEG_F_ARIANNE, "Arianne")             \
    X(LEG_F_BERNADETTE, "Bernadette")       \
    X(LEG_F_CLAIRE, "Claire")               \
    X(LEG_F_LUCIENNE, "Lucienne")           \
    X(LEG_F_SOPHIE, "Sophie")               \
    X(LEG_F_NATHALIE, "Nathalie")           \
    X(LEG_F_ANGELIQUE, "Angelique")         \
    X(LEG_F_HONORINE, "Honorine")           \
    X(LEG_F_NICOLAS, "Nicolas")             \
    X(LEG_F_ROGER, "Roger")                 \
    X(LEG_F_LAURENT, "Laurent")             \
    X(LEG_F_CONSTANT, "Constant")           \
    X(LEG_F_PATRICK, "Patrick")             \
    X(LEG_F_PIERRE, "Pierre")               \
    X(LEG_F_ETIENNE, "Etienne")             \
    X(LEG_F_ERICH, "Erich")                 \
    X(LEG_F_HANS_HEINRICH, "Hans_Heinrich") \
    X(LEG_F_FRIEDRICH, "Friedrich")         \
    X(LEG_F_MICHAEL, "Michael")             \
    X(LEG_F_GERTRUDA, "Gertruda")           \
    X(LEG_F_MARGARETHE, "Margarethe")       \
    X(LEG_F_ROWENA, "Rowena")               \
    X(LEG_F_WILHELMINE, "Wilhelmine")       \
    X(LEG_F_GEORGE, "George")               \
    X(LEG_F_ROBERT, "Robert")               \
    X(LEG_F_THOMAS, "Thomas")               \
    X(LEG_F_ANN, "Ann")                     \
    X(LEG_F_KATHERINE, "Katherine")         \
    X(LEG_F_HARRIET, "Harriet")             \
    X(LEG_F_ELEANOR, "Eleanor")             \
    X(LEG_F_EDMUND, "Edmund")               \
    X(LEG_F_ALEKSANDR, "Aleksandr")         \
    X(LEG_F_LEONID, "Leonid")               \
    X(LEG_F_VERA, "Vera")                   \
    X(LEG_F_JEWGIENIJA, "Jewgienija")       \
    X(LEG_F_SONJA, "Sonja")                 \
    X(LEG_F_GRIGORIJ, "Grigorij")           \
    X(LEG_F_FIODOR, "Fiodor")               \
    X(LEG_F_CARLOS, "Carlos")               \
    X(LEG_F_MANUEL, "Manuel")               \
    X(LEG_F_MARIA, "Maria")                 \
    X(LEG_F_CONSUELO, "Consuelo")           \
    X(LEG_F_LEONOR, "Leonor")               \
    X(LEG_F_BEATRIZ, "Beatriz")             \
    X(LEG_F_RODRIGO, "Rodrigo")             \
    X(LEG_F_ISABELLA, "Isabella")           \
    X(LEG_F_LORENZO, "Lorenzo")             \
    X(LEG_F_GIACOMO, "Giacomo")             \
    X(LEG_F_BIANCA, "Bianca")               \
    X(LEG_F_FIAMMETTA, "Fiammetta")         \
    X(LEG_F_OTTAVIO, "Ottavio")             \
    X(LEG_F_RAFFAELE, "Raffaele")           \
    X(LEG_F_JAN, "Jan")                     \
    X(LEG_F_EUSTACHY, "Eustachy")           \
    X(LEG_F_KAZIMIERZ, "Kazimierz")         \
    X(LEG_F_JADWIGA, "Jadwiga")             \
    X(LEG_F_BARBARA, "Barbara")             \
    X(LEG_F_LUDWIKA, "Ludwika")             \
    X(LEG_F_URSZULA, "Urszula")             \
    X(LEG_F_FEHMI, "Fehmi")                 \
    X(LEG_F_MEHMET, "Mehmet")               \
    X(LEG_F_SELIM, "Selim")                 \
    X(LEG_F_OSMAN, "Osman")                 \
    X(LEG_F_AYSE, "Ayse")                   \
    X(LEG_F_GULNAR, "Gulnar")               \
    X(LEG_F_WILLEM, "Willem")               \
    X(LEG_F_CORNELIS, "Cornelis")           \
    X(LEG_F_JOOST, "Joost")                 \
    X(LEG_F_SASKIA, "Saskia")               \
    X(LEG_F_HENDRIKA, "Hendrika")           \
    X(LEG_F_JOHANNA, "Johanna")             \
    X(LEG_F_NANCY, "Nancy")                 \
    X(LEG_F_ABIGAIL, "Abigail")             \
    X(LEG_F_EZRA, "Ezra")                   \
    X(LEG_F_NATHANIEL, "Nathaniel")
enum { LEG_FRIENDS(CASATA_ENUM) LEG_FRIEND_COUNT };

/* ORDER trait: child cards that are alike are one kind; sons, daughters, complications */
#define LEG_TRAITS(X)                       \
    X(LEG_C_SON, "son")                     \
    X(LEG_C_HANDSOME, "handsome")           \
    X(LEG_C_BRAVE, "brave")                 \
    X(LEG_C_WOMANISER, "womaniser")         \
    X(LEG_C_TWIN_SON, "twin_son")           \
    X(LEG_C_DAUGHTER, "daughter")           \
    X(LEG_C_GOSSIP, "gossip")               \
    X(LEG_C_SMILE, "smile")                 \
    X(LEG_C_BEAUTY, "beauty")               \
    X(LEG_C_TWIN_DAUGHTER, "twin_daughter") \
    X(LEG_C_COMPLICATION, "complication")
enum { LEG_TRAITS(CASATA_ENUM) LEG_TRAIT_COUNT };

#define LEG_CHILD_KINDS(X)           \
    X(LEG_KIND_SON, "son")           \
    X(LEG_KIND_DAUGHTER, "daughter") \
    X(LEG_KIND_COMPLICATION, "complication")
enum { LEG_CHILD_KINDS(CASATA_ENUM) };

#define LEG_TITLES(X)                               \
    X(LEG_T_BARON, "Baron")                         \
    X(LEG_T_VISCOUNT, "Viscount")                   \
    X(LEG_T_COUNT, "Count")                         \
    X(LEG_T_CHAMBERLAIN, "Chamberlain")             \
    X(LEG_T_SENESCHAL, "Seneschal")                 \
    X(LEG_T_MARQUIS, "Marquis")                     \
    X(LEG_T_MARSHAL_OF_FRANCE, "Marshal_of_France") \
    X(LEG_T_PEER_OF_FRANCE, "Peer_of_France")       \
    X(LEG_T_DUKE, "Duke")
enum { LEG_TITLES(CASATA_ENUM) LEG_TITLE_COUNT };

#define LEG_PHILANTHROPIES(X)                                     \
    X(LEG_P_GARDEN_FETE, "Garden_fete")                           \
    X(LEG_P_PARISH_SCHOOL, "Parish_school")                       \
    X(LEG_P_ALMSHOUSE, "Almshouse")                               \
    X(LEG_P_COURT_BALLET, "Court_ballet")                         \
    X(LEG_P_MASKED_BALL_AT_THE_OPERA, "Masked_ball_at_the_Opera") \
    X(LEG_P_FOUNDLING_HOSPITAL, "Foundling_hospital")             \
    X(LEG_P_FIREWORKS_ON_THE_SEINE, "Fireworks_on_the_Seine")     \
    X(LEG_P_PUBLIC_LIBRARY, "Public_library")                     \
    X(LEG_P_WING_OF_THE_HOTEL_DIEU, "Wing_of_the_Hotel-Dieu")
enum { LEG_PHILANTHROPIES(CASATA_ENUM) LEG_PHIL_COUNT };

#define LEG_PATRONS(X)                                       \
    X(LEG_PA_JOHN_LAW, "John_Law")                           \
    X(LEG_PA_MADAME_DE_POMPADOUR, "Madame_de_Pompadour")     \
    X(LEG_PA_JEAN_JACQUES_ROUSSEAU, "Jean_Jacques_Rousseau") \
    X(LEG_PA_BENJAMIN_FRANKLIN, "Benjamin_Franklin")         \
    X(LEG_PA_CARDINAL_DE_FLEURY, "Cardinal_de_Fleury")       \
    X(LEG_PA_MARSHAL_DE_RICHELIEU, "Marshal_de_Richelieu")
enum { LEG_PATRONS(CASATA_ENUM) LEG_PATRON_COUNT };

#define LEG_MISSIONS(X)                                                         \
    X(LEG_M_STEAM_ENGINE, "Steam_engine")                                       \
    X(LEG_M_GUILD_OF_CRAFTSMEN, "Guild_of_craftsmen")                           \
    X(LEG_M_RENOVATION_OF_THE_OLD_CATHEDRAL, "Renovation_of_the_old_cathedral") \
    X(LEG_M_FRENCH_CULTURE, "French_culture")                                   \
    X(LEG_M_DIPLOMATIC_MISSION_TO_SIAM, "Diplomatic_mission_to_Siam")           \
    X(LEG_M_POLITICAL_PARTY, "Political_party")                                 \
    X(LEG_M_THE_REVOLUTION_IS_COMING, "The_revolution_is_coming")               \
    X(LEG_M_UNREST_AT_COURT, "Unrest_at_court")                                 \
    X(LEG_M_ROYAL_NAVY, "Royal_navy")                                           \
    X(LEG_M_ACADEMY_OF_SCIENCES, "Academy_of_sciences")                         \
    X(LEG_M_GRAND_TOUR, "Grand_tour")                                           \
    X(LEG_M_BALL_OF_THE_SEASON, "Ball_of_the_season")                           \
    X(LEG_M_NURSERY_OF_THE_GREAT_HOUSE, "Nursery_of_the_great_house")           \
    X(LEG_M_SPLENDOUR_OF_THE_NAME, "Splendour_of_the_name")                     \
    X(LEG_M_COMPANY_OF_THE_INDIES, "Company_of_the_Indies")
enum { LEG_MISSIONS(CASATA_ENUM) LEG_MISSION_COUNT };

#define LEG_COLOURS(X)        \
    X(LEG_COL_WHITE, "white") \
    X(LEG_COL_BLACK, "black") \
    X(LEG_COL_BROWN, "brown") \
    X(LEG_COL_PINK, "pink")
enum { LEG_COLOURS(CASATA_ENUM) LEG_COLOUR_COUNT };

#define LEG_SIDES(X)              \
    X(LEG_PATRIARCH, "patriarch") \
    X(LEG_MATRIARCH, "matriarch")
enum { LEG_SIDES(CASATA_ENUM) };

/* ORDER action: first those of the player board (R1.2), then the spaces of the main board (R1.1) */
#define LEG_ACTIONS(X)               \
    X(LEG_DO_MARRY, "marry")         \
    X(LEG_DO_ARRANGE, "arrange")     \
    X(LEG_DO_OFFSPRING, "offspring") \
    X(LEG_DO_LOAN, "loan")           \
    X(LEG_DO_FRIENDS, "friends")     \
    X(LEG_DO_TITLE, "title")         \
    X(LEG_DO_MIDWIFE, "midwife")     \
    X(LEG_DO_MANSION, "mansion")     \
    X(LEG_DO_VENTURE, "venture")     \
    X(LEG_DO_MISSION, "mission")     \
    X(LEG_DO_PHILANTHROPY, "philanthropy")
enum { LEG_ACTIONS(CASATA_ENUM) LEG_ACTION_COUNT };
/* R1.2, R27.8 to R27.10: names of the player board's actions in Testament. */
#define LEG_QUESTS(X) X(, "marry") X(, "offspring") X(, "loan") X(, "friends")

#define LEG_BOARDS(X)         \
    X(LEG_B_PLAYER, "player") \
    X(LEG_B_MAIN, "main")
enum { LEG_BOARDS(CASATA_ENUM) };

#define LEG_WHENS(X)          \
    X(LEG_W_PLAY, "play")     \
    X(LEG_W_JOIN, "join")     \
    X(LEG_W_GEN, "gen")       \
    X(LEG_W_STATIC, "static") \
    X(LEG_W_BIRTH, "birth")   \
    X(LEG_W_ADULT, "adult")   \
    X(LEG_W_WEDDED, "wedded")
enum { LEG_WHENS(CASATA_ENUM) };

/* R25.6: the whole list of effect kinds */
#define LEG_EFFECTS(X)                          \
    X(LEG_E_NONE, "NONE")                       \
    X(LEG_E_GAIN, "GAIN")                       \
    X(LEG_E_GAIN_PER, "GAIN_PER")               \
    X(LEG_E_FREE_MARRY, "FREE_MARRY")           \
    X(LEG_E_BIRTH_TWO, "BIRTH_TWO")             \
    X(LEG_E_BIRTH_PICK, "BIRTH_PICK")           \
    X(LEG_E_BIRTH_AGAIN, "BIRTH_AGAIN")         \
    X(LEG_E_NO_COMPLICATION, "NO_COMPLICATION") \
    X(LEG_E_COMPLICATION, "COMPLICATION")       \
    X(LEG_E_GEN_MOD, "GEN_MOD")                 \
    X(LEG_E_GEN_DECKCHOICE, "GEN_DECKCHOICE")   \
    X(LEG_E_FREE_ACTION, "FREE_ACTION")         \
    X(LEG_E_DISPLAY_RESET, "DISPLAY_RESET")     \
    X(LEG_E_HAND_SWAP, "HAND_SWAP")             \
    X(LEG_E_PATRON_MISSION, "PATRON_MISSION")   \
    X(LEG_E_OTHERS, "OTHERS")                   \
    X(LEG_E_BUY, "BUY")                         \
    X(LEG_E_TAKE_SEX, "TAKE_SEX")               \
    X(LEG_E_WEDDING_LESS, "WEDDING_LESS")       \
    X(LEG_E_TREAT_AS, "TREAT_AS")
enum { LEG_EFFECTS(CASATA_ENUM) LEG_EFFECT_COUNT };

/* things an effect gives, changes, counts or asks for */
#define LEG_WHATS(X)                          \
    X(LEG_X_HONOUR, "honour")                 \
    X(LEG_X_GOLD, "gold")                     \
    X(LEG_X_INCOME, "income")                 \
    X(LEG_X_PRESTIGE, "prestige")             \
    X(LEG_X_TAKE, "take")                     \
    X(LEG_X_DRAW, "draw")                     \
    X(LEG_X_PAWN_YELLOW, "pawn_yellow")       \
    X(LEG_X_PAWN_GREEN, "pawn_green")         \
    X(LEG_X_PAWN_ORANGE, "pawn_orange")       \
    X(LEG_X_PAWN_RED, "pawn_red")             \
    X(LEG_X_PAWN_BLUE, "pawn_blue")           \
    X(LEG_X_FRIENDS_PLUS, "friends_plus")     \
    X(LEG_X_LOAN_PLUS, "loan_plus")           \
    X(LEG_X_MANSION_LESS, "mansion_less")     \
    X(LEG_X_MIDWIFE_LESS, "midwife_less")     \
    X(LEG_X_PHIL_LESS, "phil_less")           \
    X(LEG_X_DO_LOAN, "do_loan")               \
    X(LEG_X_DO_FRIENDS, "do_friends")         \
    X(LEG_X_DO_OFFSPRING, "do_offspring")     \
    X(LEG_X_LOSE_HONOUR, "lose_honour")       \
    X(LEG_X_LOSE_PRESTIGE, "lose_prestige")   \
    X(LEG_X_LOSE_GOLD, "lose_gold")           \
    X(LEG_X_PAY_GOLD, "pay_gold")             \
    X(LEG_X_DISCARD_RANDOM, "discard_random") \
    X(LEG_X_GIVE_RANDOM, "give_random")       \
    X(LEG_X_EACH_DRAW, "each_draw")           \
    X(LEG_X_NATIONS, "nations")               \
    X(LEG_X_OTHER_PROF, "other_prof")         \
    X(LEG_X_WOMAN, "woman")                   \
    X(LEG_X_MAN, "man")
enum { LEG_WHATS(CASATA_ENUM) LEG_WHAT_COUNT };

#define LEG_CONDS(X)                   \
    X(LEG_IF_OTHER_NAT, "other_nat")   \
    X(LEG_IF_OTHER_PROF, "other_prof") \
    X(LEG_IF_HAND_GE, "hand_ge")
enum { LEG_CONDS(CASATA_ENUM) };

#define LEG_NEEDS(X)               \
    X(LEG_NEED_PROF, "prof")       \
    X(LEG_NEED_NAT, "nat")         \
    X(LEG_NEED_NATIONS, "nations") \
    X(LEG_NEED_NOPROF, "noprof")   \
    X(LEG_NEED_TITLE, "title")     \
    X(LEG_NEED_MANSION, "mansion") \
    X(LEG_NEED_VENTURE, "venture") \
    X(LEG_NEED_PHIL, "phil")       \
    X(LEG_NEED_HAND, "hand")       \
    X(LEG_NEED_INCOME, "income")   \
    X(LEG_NEED_BIGCOUPLES, "bigcouples")
enum { LEG_NEEDS(CASATA_ENUM) };

#define LEG_TIERS(X)    \
    X(LEG_MAIN, "main") \
    X(LEG_MINOR, "minor")
enum { LEG_TIERS(CASATA_ENUM) };

#define LEG_RATES(X)            \
    X(LEG_AT_LEAST, "at_least") \
    X(LEG_EACH, "each")
enum { LEG_RATES(CASATA_ENUM) };

#define LEG_GOALS(X)                           \
    X(LEG_GOAL_INCOME, "income")               \
    X(LEG_GOAL_PRESTIGE, "prestige")           \
    X(LEG_GOAL_GOLD, "gold")                   \
    X(LEG_GOAL_HAND, "hand")                   \
    X(LEG_GOAL_CHILDREN, "children")           \
    X(LEG_GOAL_NATIONS, "nations")             \
    X(LEG_GOAL_PROFS, "profs")                 \
    X(LEG_GOAL_PROFS2, "profs2")               \
    X(LEG_GOAL_ASSETS, "assets")               \
    X(LEG_GOAL_TITLES, "titles")               \
    X(LEG_GOAL_MANSIONS, "mansions")           \
    X(LEG_GOAL_VENTURES, "ventures")           \
    X(LEG_GOAL_PHIL, "phil")                   \
    X(LEG_GOAL_MISSIONS, "missions")           \
    X(LEG_GOAL_BIGCOUPLES, "bigcouples")       \
    X(LEG_GOAL_ARRANGED_PROF, "arranged_prof") \
    X(LEG_GOAL_ARRANGED_FOREIGN, "arranged_foreign")
enum { LEG_GOALS(CASATA_ENUM) LEG_GOAL_COUNT };

#define LEG_HINTS(X)    \
    X(LEG_H_I1, "I1")   \
    X(LEG_H_I2, "I2")   \
    X(LEG_H_I3, "I3")   \
    X(LEG_H_I4, "I4")   \
    X(LEG_H_I5, "I5")   \
    X(LEG_H_I6, "I6")   \
    X(LEG_H_I7, "I7")   \
    X(LEG_H_I8, "I8")   \
    X(LEG_H_I9, "I9")   \
    X(LEG_H_I10, "I10") \
    X(LEG_H_I11, "I11") \
    X(LEG_H_I12, "I12") \
    X(LEG_H_I13, "I13") \
    X(LEG_H_I14, "I14") \
    X(LEG_H_I15, "I15")
enum { LEG_HINTS(CASATA_ENUM) LEG_HINT_COUNT };

#define LEG_HINT_KINDS(X)                  \
    X(LEG_HK_PERSON, "person")             \
    X(LEG_HK_COUPLE, "couple")             \
    X(LEG_HK_COUPLE_KNOWN, "couple_known") \
    X(LEG_HK_LINEAGE, "lineage")           \
    X(LEG_HK_NATIONS, "nations")
enum { LEG_HINT_KINDS(CASATA_ENUM) };

#define LEG_RELS(X)       \
    X(LEG_REL_GP, "gp")   \
    X(LEG_REL_GGP, "ggp") \
    X(LEG_REL_ANC, "anc") \
    X(LEG_REL_UA, "ua")   \
    X(LEG_REL_KIN, "kin")
enum { LEG_RELS(CASATA_ENUM) };

#define LEG_TREE_SIDES(X)  \
    X(LEG_SIDE_PAT, "pat") \
    X(LEG_SIDE_MAT, "mat") \
    X(LEG_SIDE_ANY, "any")
enum { LEG_TREE_SIDES(CASATA_ENUM) };

#define LEG_ASSETS(X)               \
    X(LEG_ASSET_TITLE, "title")     \
    X(LEG_ASSET_MANSION, "mansion") \
    X(LEG_ASSET_VENTURE, "venture") \
    X(LEG_ASSET_PHILANTHROPY, "philanthropy")
enum { LEG_ASSETS(CASATA_ENUM) LEG_ASSET_COUNT };

#define LEG_MODES(X)                           \
    X(LEG_MODE_MULTI, "multi")                 \
    X(LEG_MODE_SOLO_STANDARD, "solo_standard") \
    X(LEG_MODE_SOLO_TESTAMENT, "solo_testament")
enum { LEG_MODES(CASATA_ENUM) };

#define LEG_CONSTANTS(X)                            \
    X(LEG_K_OWN_PAWNS, "own_pawns")                 \
    X(LEG_K_DISPLAY, "display")                     \
    X(LEG_K_RESERVE_SONS, "reserve_sons")           \
    X(LEG_K_RESERVE_DAUGHTERS, "reserve_daughters") \
    X(LEG_K_MOST_CHILDREN, "most_children")         \
    X(LEG_K_MIDWIFE_DRAWS, "midwife_draws")         \
    X(LEG_K_MISSION_DRAWS, "mission_draws")         \
    X(LEG_K_NATHALIE_INCOME, "nathalie_income")     \
    X(LEG_K_NATHALIE_GOLD, "nathalie_gold")         \
    X(LEG_K_NATHALIE_CARDS, "nathalie_cards")       \
    X(LEG_K_PATRICK_INCOME, "patrick_income")       \
    X(LEG_K_PATRICK_GOLD, "patrick_gold")           \
    X(LEG_K_PATRICK_CARDS, "patrick_cards")         \
    X(LEG_K_HINTS_DRAWN, "hints_drawn")
enum { LEG_CONSTANTS(CASATA_ENUM) LEG_CONSTANT_COUNT };

extern const struct casata_words leg_sexes, leg_nations, leg_profs, leg_attributes, leg_pawns, leg_friends,
    leg_traits, leg_child_kinds, leg_titles, leg_philanthropies, leg_patrons, leg_missions, leg_colours,
    leg_sides, leg_actions, leg_quests, leg_boards, leg_whens, leg_effects, leg_whats, leg_conds, leg_needs,
    leg_tiers, leg_rates, leg_goals, leg_hints, leg_hint_kinds, leg_rels, leg_tree_sides, leg_assets,
    leg_modes, leg_constants;

#endif
