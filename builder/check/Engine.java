import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.PredefinedSetup;
import VASSAL.build.module.PrototypeDefinition;
import VASSAL.build.module.PrototypesContainer;
import VASSAL.build.module.map.DrawPile;
import VASSAL.build.module.map.PieceMover;
import VASSAL.build.module.metadata.AbstractMetaData;
import VASSAL.build.module.metadata.MetaDataFactory;
import VASSAL.build.module.metadata.ModuleMetaData;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.command.CommandEncoder;
import VASSAL.command.NullCommand;
import VASSAL.command.RemovePiece;
import VASSAL.counters.Deck;
import VASSAL.counters.Decorator;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Mat;
import VASSAL.counters.MatCargo;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Properties;
import VASSAL.counters.ReturnToDeck;
import VASSAL.counters.Stack;
import VASSAL.counters.UsePrototype;
import VASSAL.i18n.Localization;
import VASSAL.launch.Player;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.FormattedString;
import VASSAL.tools.NamedKeyStroke;
import VASSAL.tools.SequenceEncoder;
import VASSAL.tools.io.DeobfuscatingInputStream;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.zip.ZipFile;
import javax.swing.AbstractButton;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

/**
 * Opens a module in VASSAL itself, asks what it calls points of its maps, starts a game, loads set-ups, saved
 * games and logs, and tells as one JSON document on standard output what came of it.
 *
 * Usage: java --class-path VASSAL's-jars Engine.java MODULE QUESTIONS [SAVE-OR-LOG ...]
 * QUESTIONS is a text file, each line a map, a tab, x, a tab, y.
 */
public class Engine extends Player {
  private static final long SECONDS = 280;
  private static final int LARGEST_PICTURE = 3000;
  private static final int MOST_STEPS = 100_000;
  private static final int A_LITTLE = 3;
  private static final String NOBODY = "nobody";
  private static final List<Object> problems = Collections.synchronizedList(new ArrayList<>());
  private static final LinkedHashMap<String, Object> told = new LinkedHashMap<>();
  private static volatile Throwable failure;
  private static boolean finished;

  private Engine(String[] args) {
    super(args);
  }

  public static void main(String[] args) throws IOException {
    Info.setConfig(new StandardConfig());
    told.put("vassal", Info.getVersion());
    listenToLog();
    answerDialogs();
    stopInTime();
    try {
      new Engine(new String[] {"--load", args[0]});
      settle();
      if (failure == null) {
        examine(Path.of(args[1]), List.of(args).subList(2, args.length));
      }
      else {
        problem("error", "module", failure.toString());
      }
    }
    catch (Throwable wrong) {
      problem("error", "engine", wrong.toString());
    }
    finish();
  }

  private static void examine(Path questions, List<String> files) throws Exception {
    inSwing(Engine::noQuestionsAsked);
    newGame();
    paint();
    inSwing(() -> {
      final GameModule module = GameModule.getGameModule();
      told.put("module", facts("name", module.getGameName(), "version", module.getGameVersion()));
      told.put("maps", maps());
      told.put("places", places(questions));
      told.put("slots", slots());
      told.put("unresolved", unresolved());
      told.put("pieces", pieces());
      told.put("stacks", stacks());
      told.put("decks", decks());
    });
    told.put("setups", setUps());
    final List<Object> loaded = new ArrayList<>();
    for (String file : files) {
      loaded.add(load(new File(file).getAbsoluteFile()));
    }
    told.put("files", loaded);
  }

  // Starting, as the player's own program does

  @Override
  protected void launch() throws IOException {
    try {
      final AbstractMetaData data = MetaDataFactory.buildMetaData(lr.module);
      if (!(data instanceof ModuleMetaData)) {
        throw new IOException("VASSAL does not take this for a module");
      }
      if (Info.isModuleTooNew(data.getVassalVersion())) {
        problem("error", "module", "is too new for this VASSAL: " + data.getVassalVersion());
      }
      GameModule.init(createModule(createDataArchive()));
      createExtensionsLoader().addTo(GameModule.getGameModule());
      Localization.getInstance().translate();
      GameModule.getGameModule().getPlayerWindow().setVisible(true);
    }
    catch (Throwable wrong) {
      failure = wrong;
    }
  }

  private static void noQuestionsAsked() throws Exception {
    final GameModule module = GameModule.getGameModule();
    final java.util.Map<String, Object> answers = java.util.Map.of(
      "PromptNewLogAtStart", false, "PromptNewLogEnd", false, "promptLogComment", false,
      "RealName", "Nobody", "SecretName", NOBODY);
    answers.forEach((name, answer) -> {
      if (module.getPrefs().getOption(name) != null) {
        module.getPrefs().setValue(name, answer);
      }
    });
    GameModule.setUserId(NOBODY);
  }

  private static void newGame() throws Exception {
    inSwing(() -> {
      final GameModule module = GameModule.getGameModule();
      final GameState game = module.getGameState();
      module.setGameFileMode(GameModule.GameFileMode.NEW_GAME);
      game.setup(false);
      takeSide(module.getPlayerRoster());
      game.setup(true);
      game.freshenStartupGlobalKeyCommands(module);
    });
    settle();
  }

  private static void takeSide(PlayerRoster roster) throws Exception {
    if (roster != null && !roster.getSides().isEmpty()) {
      takeSide(roster, roster.getUntranslatedSides()[0]);
    }
  }

  private static void takeSide(PlayerRoster roster, String side) throws Exception {
    roster.remove(GameModule.getUserId());
    new PlayerRoster.Add(roster, GameModule.getUserId(), "Nobody", side).execute();
    set(roster, "pickedSide", true);
  }

  // What the module is

  private static List<Object> maps() {
    final List<Object> all = new ArrayList<>();
    for (Map map : Map.getMapList()) {
      final Dimension size = map.mapSize();
      all.add(facts("name", map.getMapName(), "size", List.of(size.width, size.height)));
    }
    return all;
  }

  private static List<Object> places(Path questions) throws IOException {
    final java.util.Map<String, Map> maps = new LinkedHashMap<>();
    Map.getMapList().forEach(map -> maps.putIfAbsent(map.getMapName(), map));
    final List<Object> names = new ArrayList<>();
    final List<Object> snaps = new ArrayList<>();
    for (String line : Files.readAllLines(questions, StandardCharsets.UTF_8)) {
      final String[] asked = line.split("\t");
      final Map map = maps.get(asked[0]);
      final Point point = new Point(Integer.parseInt(asked[1]), Integer.parseInt(asked[2]));
      names.add(map == null ? null : map.locationName(point));
      snaps.add(map == null ? null : pair(map.snapTo(point)));
    }
    told.put("snaps", snaps);
    return names;
  }

  private static List<Object> slots() {
    final List<Object> all = new ArrayList<>();
    for (PieceSlot slot : GameModule.getGameModule().getAllDescendantComponentsOf(PieceSlot.class)) {
      final GamePiece piece = slot.getPiece();
      all.add(facts("gpid", slot.getGpId(), "name", slot.getConfigureName(), "made", piece != null));
    }
    return all;
  }

  private static List<Object> unresolved() {
    final List<Object> missing = new ArrayList<>();
    final GameModule module = GameModule.getGameModule();
    for (PieceSlot slot : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      addUnresolved(slot.getPiece(), missing);
    }
    for (PrototypeDefinition one : module.getAllDescendantComponentsOf(PrototypeDefinition.class)) {
      addUnresolved(one.getPiece(), missing);
    }
    return missing;
  }

  private static void addUnresolved(GamePiece piece, List<Object> missing) {
    for (GamePiece trait = piece; trait instanceof Decorator; trait = ((Decorator) trait).getInner()) {
      if (trait instanceof UsePrototype) {
        final String name = ((UsePrototype) trait).getPrototypeName();
        if (!name.contains("$") && PrototypesContainer.getPrototype(name) == null) {
          missing.add(name);
        }
      }
    }
  }

  private static List<Object> pieces() {
    final List<Object> all = new ArrayList<>();
    for (GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (piece instanceof Stack) {
        continue;
      }
      final Map map = piece.getMap();
      final Point at = piece.getPosition();
      final LinkedHashMap<String, Object> one = facts("id", piece.getId(), "name", piece.getName());
      one.put("gpid", String.valueOf(piece.getProperty("PieceId")));
      one.put("map", map == null ? "" : map.getMapName());
      one.put("x", at.x);
      one.put("y", at.y);
      one.put("place", map == null ? "" : map.locationName(at));
      one.put("snap", map == null || !isDrawn(piece) ? null : pair(map.snapTo(at)));
      all.add(one);
    }
    return all;
  }

  /** Whether the grid decides where this piece comes to lie, and it may be stacked. */
  private static boolean isDrawn(GamePiece piece) {
    return !(piece.getParent() instanceof Deck)
      && !Boolean.TRUE.equals(piece.getProperty(Properties.IGNORE_GRID))
      && !Boolean.TRUE.equals(piece.getProperty(Properties.NO_STACK))
      && Decorator.getDecorator(piece, Mat.class) == null
      && Decorator.getDecorator(piece, MatCargo.class) == null;
  }

  /** On every stack a copy of its lowest piece is dropped, as the mouse would: it must come into the stack. */
  private static LinkedHashMap<String, Object> stacks() {
    final List<Object> apart = new ArrayList<>();
    int tried = 0;
    for (Map map : Map.getMapList()) {
      final List<PieceMover> movers = map.getComponentsOf(PieceMover.class);
      if (movers.isEmpty() || !map.getStackMetrics().isStackingEnabled()) {
        continue;
      }
      for (GamePiece one : map.getPieces()) {
        final boolean empty = !(one instanceof Stack) || one instanceof Deck || ((Stack) one).topPiece() == null;
        if (!empty && isDrawn(((Stack) one).getPieceAt(0))) {
          tried++;
          if (!joins(((Stack) one).getPieceAt(0), map, movers.get(0))) {
            final Point at = one.getPosition();
            apart.add(facts("map", map.getMapName(), "x", at.x, "y", at.y, "name", one.getName()));
          }
        }
      }
    }
    return facts("tried", tried, "apart", apart);
  }

  private static boolean joins(GamePiece piece, Map map, PieceMover mover) {
    final Point at = piece.getPosition();
    final Stack stack = piece.getParent();
    final GamePiece copy = PieceCloner.getInstance().clonePiece(piece);
    copy.setMap(null);
    copy.setParent(null);
    copy.setId(null);
    copy.setPosition(new Point(0, 0));
    DragBuffer.getBuffer().clear();
    DragBuffer.getBuffer().add(copy);
    mover.movePieces(map, new Point(at.x + A_LITTLE, at.y + A_LITTLE));
    DragBuffer.getBuffer().clear();
    final boolean joined = stack != null && copy.getParent() == stack;
    new RemovePiece(copy).execute();
    return joined;
  }

  private static List<Integer> pair(Point point) {
    return List.of(point.x, point.y);
  }

  // Decks: each is shuffled, drawn from by its own side, and gets its card back

  private static List<Object> decks() throws Exception {
    final List<Object> all = new ArrayList<>();
    final PlayerRoster roster = GameModule.getGameModule().getPlayerRoster();
    for (DrawPile pile : GameModule.getGameModule().getAllDescendantComponentsOf(DrawPile.class)) {
      final Deck deck = pile.getDeck();
      if (deck == null || deck.getMap() == null) {
        continue;
      }
      for (String side : roster == null ? new String[0] : roster.getUntranslatedSides()) {
        if (deck.isAccessibleTo(side)) {
          takeSide(roster, side);
          break;
        }
      }
      final LinkedHashMap<String, Object> one = facts("name", deck.getDeckName(), "cards", deck.getPieceCount());
      if (deck.getPieceCount() > 0) {
        deck.shuffle();
        one.put("shuffled", deck.getPieceCount());
        final GamePiece card = drawn(deck, one);
        putBack(card, pile, deck, one);
      }
      sendBack(deck, one);
      all.add(one);
    }
    takeSide(roster);
    return all;
  }

  private static GamePiece drawn(Deck deck, LinkedHashMap<String, Object> one) {
    final Map map = deck.getMap();
    final GamePiece card = deck.drawCards().nextPiece();
    card.prepareMove(new NullCommand(), false);
    map.placeAt(card, new Point(1, 1));
    one.put("left", deck.getPieceCount());
    one.put("hidden", Boolean.TRUE.equals(card.getProperty(Properties.OBSCURED_TO_OTHERS)));
    one.put("seen", !Boolean.TRUE.equals(card.getProperty(Properties.OBSCURED_TO_ME)));
    return card;
  }

  /** By the card's own command, if it has one for this deck; else as if it were dragged there. */
  private static void putBack(GamePiece card, DrawPile pile, Deck deck, LinkedHashMap<String, Object> one)
      throws Exception {
    for (GamePiece trait = card; trait instanceof Decorator; trait = ((Decorator) trait).getInner()) {
      if (trait instanceof ReturnToDeck && deck.getDeckName().equals(
          ((FormattedString) field(ReturnToDeck.class, "deckExpression").get(trait)).getFormat())) {
        for (NamedKeyStroke key : ((ReturnToDeck) trait).getNamedKeyStrokeList()) {
          card.keyEvent(key.getKeyStroke());
        }
        one.put("returned", deck.getPieceCount());
      }
    }
    pile.addToContents(card);
    one.put("after", deck.getPieceCount());
  }

  /** A pile whose cards all go to another deck gets one of that deck's cards, and gives it back. */
  private static void sendBack(Deck from, LinkedHashMap<String, Object> one) {
    final String target = from.getReshuffleTarget();
    final DrawPile pile = target == null || target.isEmpty() ? null : DrawPile.findDrawPile(target);
    final Deck deck = pile == null ? null : pile.getDeck();
    if (deck == null || deck.getPieceCount() == 0) {
      return;
    }
    final int before = deck.getPieceCount() + from.getPieceCount();
    final GamePiece card = deck.drawCards().nextPiece();
    card.prepareMove(new NullCommand(), false);
    from.getMap().placeOrMerge(card, from.getPosition());
    one.put("given", from.getPieceCount());
    from.sendToDeck();
    one.put("sent", from.getPieceCount() == 0 && deck.getPieceCount() == before);
  }

  // Set-ups, saved games and logs

  private static List<Object> setUps() throws Exception {
    final List<Object> all = new ArrayList<>();
    final GameModule module = GameModule.getGameModule();
    for (PredefinedSetup one : module.getAllDescendantComponentsOf(PredefinedSetup.class)) {
      if (!one.isUseFile() || one.isMenu()) {
        continue;
      }
      final Path copy = Files.createTempFile("setup", ".vsav");
      try (InputStream content = one.getSavedGameContents()) {
        Files.copy(content, copy, StandardCopyOption.REPLACE_EXISTING);
        final LinkedHashMap<String, Object> found = load(copy.toFile());
        found.put("name", one.getConfigureName());
        all.add(found);
      }
      catch (IOException wrong) {
        problem("error", "set-up " + one.getConfigureName(), wrong.toString());
      }
      finally {
        Files.delete(copy);
      }
    }
    return all;
  }

  private static LinkedHashMap<String, Object> load(File file) throws Exception {
    final LinkedHashMap<String, Object> found = facts("file", file.getName());
    final GameModule module = GameModule.getGameModule();
    inSwing(() -> {
      found.put("valid", module.getGameState().isSaveMetaDataValid(file));
      found.put("unknown", unknownCommands(file));
      final Command command = module.getGameState().decodeSavedGame(file);
      if (command == null) {
        problem("error", file.getName(), "VASSAL finds no game in it");
        return;
      }
      if (module.getPlayerRoster() != null) {
        set(module.getPlayerRoster(), "pickedSide", true);
      }
      command.execute();
      module.setGameFile(file.getName(), GameModule.GameFileMode.LOADED_GAME);
    });
    settle();
    found.put("steps", replay(module.getBasicLogger(), file.getName()));
    paint();
    inSwing(() -> {
      found.put("started", module.getGameState().isGameStarted());
      found.put("pieces", pieces());
      found.put("stacks", stacks());
    });
    return found;
  }

  private static int replay(BasicLogger logger, String file) throws Exception {
    final Method step = BasicLogger.class.getDeclaredMethod("step");
    step.setAccessible(true);
    int steps = 0;
    while (logger.isReplaying() && steps < MOST_STEPS) {
      steps++;
      try {
        inSwing(() -> step.invoke(logger));
      }
      catch (Exception wrong) {
        problem("error", file, "step " + steps + ": " + wrong);
      }
    }
    return steps;
  }

  /** The commands of a saved game that VASSAL passes over because it does not know them. */
  private static List<Object> unknownCommands(File file) throws Exception {
    final List<Object> unknown = new ArrayList<>();
    try (ZipFile zip = new ZipFile(file);
         InputStream content = new DeobfuscatingInputStream(
           new BufferedInputStream(zip.getInputStream(zip.getEntry("savedGame"))))) {
      final String stream = new String(content.readAllBytes(), StandardCharsets.UTF_8);
      final CommandEncoder[] encoders =
        (CommandEncoder[]) field(GameModule.class, "commandEncoders").get(GameModule.getGameModule());
      addUnknown(stream, encoders, unknown);
    }
    return unknown;
  }

  private static void addUnknown(String stream, CommandEncoder[] encoders, List<Object> unknown) {
    final SequenceEncoder.Decoder parts = new SequenceEncoder.Decoder(stream, (char) 27);
    final String first = parts.nextToken();
    if (!stream.equals(first)) {
      addUnknown(first, encoders, unknown);
      while (parts.hasMoreTokens()) {
        addUnknown(parts.nextToken(), encoders, unknown);
      }
    }
    else if (stream.startsWith("LOG\t")) {
      addUnknown(stream.substring(4), encoders, unknown);
    }
    else if (!stream.isEmpty() && !stream.equals("null") && !isKnown(stream, encoders)) {
      unknown.add(stream.substring(0, Math.min(160, stream.length())));
    }
  }

  private static boolean isKnown(String command, CommandEncoder[] encoders) {
    for (CommandEncoder encoder : encoders) {
      if (encoder.decode(command) != null) {
        return true;
      }
    }
    return false;
  }

  /** Draws every map: VASSAL misses an image only when it should show it. */
  private static void paint() throws Exception {
    inSwing(() -> {
      for (Map map : Map.getMapList()) {
        final Dimension size = map.mapSize();
        if (size.width > 0 && size.height > 0) {
          final int width = Math.min(size.width, LARGEST_PICTURE);
          final int height = Math.min(size.height, LARGEST_PICTURE);
          final BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
          final Graphics2D pen = picture.createGraphics();
          map.paintRegion(pen, new Rectangle(0, 0, width, height));
          pen.dispose();
        }
      }
    });
    settle();
  }

  // What goes wrong

  private static void problem(String level, String where, String what) {
    problems.add(facts("level", level, "where", where, "what", what));
  }

  /** VASSAL's log holds what it could not do; a report of bad data is an error of the module. */
  private static void listenToLog() {
    final Logger log = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    final AppenderBase<ILoggingEvent> listener = new AppenderBase<>() {
      @Override
      protected void append(ILoggingEvent event) {
        // VASSAL looks its own word for a deck's command up as if it were a key: no fault of the module
        final boolean own = event.getLoggerName().equals("VASSAL.i18n.BundleHelper");
        if (event.getLevel().isGreaterOrEqual(Level.WARN) && !own) {
          final boolean bad = event.getLevel().isGreaterOrEqual(Level.ERROR)
            || event.getLoggerName().equals("VASSAL.tools.ErrorDialog");
          problem(bad ? "error" : "warning", event.getLoggerName(), event.getFormattedMessage());
        }
      }
    };
    listener.setContext(log.getLoggerContext());
    listener.start();
    log.addAppender(listener);
  }

  /** Nobody sits at the screen: every dialog is noted and sent away. */
  private static void answerDialogs() {
    final Set<Window> seen = Collections.newSetFromMap(new WeakHashMap<>());
    final Thread watcher = new Thread(() -> {
      while (true) {
        for (Window window : Window.getWindows()) {
          if (window instanceof Dialog && window.isShowing() && ((Dialog) window).isModal()) {
            SwingUtilities.invokeLater(() -> answer((Dialog) window, seen.add(window)));
          }
        }
        try {
          Thread.sleep(60);
        }
        catch (InterruptedException stop) {
          return;
        }
      }
    });
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void answer(Dialog dialog, boolean first) {
    if (!dialog.isShowing()) {
      return;
    }
    final StringBuilder text = new StringBuilder();
    final List<AbstractButton> buttons = new ArrayList<>();
    read(dialog, text, buttons);
    final int kind = kindOf(dialog);
    if (first && (kind == JOptionPane.ERROR_MESSAGE || kind == JOptionPane.WARNING_MESSAGE)) {
      final String level = kind == JOptionPane.ERROR_MESSAGE ? "error" : "warning";
      problem(level, "dialog " + dialog.getTitle(), text.toString());
    }
    final boolean saving = text.toString().contains("Save Game");
    for (String wanted : List.of(saving ? "No" : "Finish", "Finish", "Next >", "Yes", "OK", "Close", "No")) {
      for (AbstractButton button : buttons) {
        if (button.isEnabled() && wanted.equalsIgnoreCase(button.getText())) {
          button.doClick(10);
          return;
        }
      }
    }
    dialog.setVisible(false);
    dialog.dispose();
  }

  /** A bug report is an error; a plain dialog is what its message is, or a question. */
  private static int kindOf(Component part) {
    if (part.getClass().getName().contains("BugDialog")) {
      return JOptionPane.ERROR_MESSAGE;
    }
    if (part instanceof JOptionPane) {
      return ((JOptionPane) part).getMessageType();
    }
    if (part instanceof Container) {
      for (Component inner : ((Container) part).getComponents()) {
        final int kind = kindOf(inner);
        if (kind != JOptionPane.PLAIN_MESSAGE) {
          return kind;
        }
      }
    }
    return JOptionPane.PLAIN_MESSAGE;
  }

  private static void read(Component part, StringBuilder text, List<AbstractButton> buttons) {
    String words = null;
    if (part instanceof JLabel) {
      words = ((JLabel) part).getText();
    }
    else if (part instanceof JTextComponent) {
      words = ((JTextComponent) part).getText();
    }
    else if (part instanceof JButton && part.isShowing()) {
      buttons.add((JButton) part);
    }
    if (words != null && !words.isBlank()) {
      text.append(words.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ").trim()).append(' ');
    }
    if (part instanceof Container) {
      for (Component inner : ((Container) part).getComponents()) {
        read(inner, text, buttons);
      }
    }
  }

  private static void stopInTime() {
    final Thread watch = new Thread(() -> {
      try {
        Thread.sleep(SECONDS * 1000);
        problem("error", "engine", "VASSAL did not finish in " + SECONDS + " seconds");
        finish();
      }
      catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    });
    watch.setDaemon(true);
    watch.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      problem("error", "engine", "VASSAL gave up");
      finish();
    }));
  }

  private static synchronized void finish() {
    if (finished) {
      return;
    }
    finished = true;
    told.put("problems", new ArrayList<>(problems));
    final StringBuilder text = new StringBuilder();
    json(told, text);
    final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    out.println(text);
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  // Small tools

  private interface Work {
    void run() throws Exception;
  }

  private static void inSwing(Work work) throws Exception {
    final Exception[] wrong = new Exception[1];
    SwingUtilities.invokeAndWait(() -> {
      try {
        work.run();
      }
      catch (Exception caught) {
        wrong[0] = caught;
      }
    });
    if (wrong[0] != null) {
      throw wrong[0];
    }
  }

  /** Waits until what is queued for the screen is done. */
  private static void settle() throws Exception {
    for (int turn = 0; turn < 6; turn++) {
      Thread.sleep(60);
      SwingUtilities.invokeAndWait(() -> { });
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      for (Field field : one.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }

  private static void set(Object object, String name, Object value) throws Exception {
    field(object.getClass(), name).set(object, value);
  }

  private static LinkedHashMap<String, Object> facts(Object... pairs) {
    final LinkedHashMap<String, Object> facts = new LinkedHashMap<>();
    for (int n = 0; n < pairs.length; n += 2) {
      facts.put((String) pairs[n], pairs[n + 1]);
    }
    return facts;
  }

  private static void json(Object value, StringBuilder out) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    }
    else if (value instanceof java.util.Map) {
      String before = "{";
      for (java.util.Map.Entry<?, ?> one : ((java.util.Map<?, ?>) value).entrySet()) {
        out.append(before);
        quote(String.valueOf(one.getKey()), out);
        out.append(':');
        json(one.getValue(), out);
        before = ",";
      }
      out.append(before.equals("{") ? "{}" : "}");
    }
    else if (value instanceof Collection) {
      String before = "[";
      for (Object one : (Collection<?>) value) {
        out.append(before);
        json(one, out);
        before = ",";
      }
      out.append(before.equals("[") ? "[]" : "]");
    }
    else {
      quote(String.valueOf(value), out);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (char letter : text.toCharArray()) {
      if (letter == '"' || letter == '\\') {
        out.append('\\').append(letter);
      }
      else if (letter < ' ' || Character.isSurrogate(letter)) {
        out.append(String.format("\\u%04x", (int) letter));
      }
      else {
        out.append(letter);
      }
    }
    out.append('"');
  }
}
